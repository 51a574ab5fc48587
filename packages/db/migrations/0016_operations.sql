SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "operations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"title" text NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"unit" text NOT NULL,
	"done" bigint DEFAULT 0 NOT NULL,
	"total" bigint,
	"message" text DEFAULT '' NOT NULL,
	"cursor" jsonb NOT NULL,
	"result" jsonb,
	"error" text,
	"failures" integer DEFAULT 0 NOT NULL,
	"started_by" integer,
	"runner" uuid,
	"heartbeat_at" timestamp with time zone,
	"cancel_requested_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "operations_state_known" CHECK ("operations"."state" in ('queued', 'running', 'done', 'failed', 'canceled')),
	CONSTRAINT "operations_unit_known" CHECK ("operations"."unit" in ('rows', 'bytes')),
	CONSTRAINT "operations_end" CHECK (("operations"."state" in ('queued', 'running')) = ("operations"."finished_at" is null))
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "last_active_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "operations" ADD CONSTRAINT "operations_started_by" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "operations_one_at_a_time" ON "operations" USING btree ("kind") WHERE finished_at is null;--> statement-breakpoint
CREATE INDEX "operations_finished" ON "operations" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "operations_of_user" ON "operations" USING btree ("started_by") WHERE started_by is not null;