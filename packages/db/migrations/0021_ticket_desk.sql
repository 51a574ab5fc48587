SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The tickets came with the migration before this one: the table is empty, so nothing is rewritten and nobody waits.
-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint, adding-not-nullable-field, adding-field-with-default
CREATE TABLE "canned_replies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "canned_replies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_trackers" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_trackers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"fixed_at" timestamp with time zone,
	"answer" text
);
--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "tracker_id" integer;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "first_answered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "is_first_late" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "solved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "is_premium" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "subject_words" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', subject)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_tracker" FOREIGN KEY ("tracker_id") REFERENCES "public"."ticket_trackers"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tickets_queue" ON "tickets" USING btree ("is_premium","due_at","id") WHERE status = 'open' and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "tickets_queue_of_assignee" ON "tickets" USING btree ("assignee_id","is_premium","due_at","id") WHERE status = 'open' and merged_into_id is null;--> statement-breakpoint
CREATE INDEX "tickets_first_answered" ON "tickets" USING btree ("first_answered_at") WHERE first_answered_at is not null;--> statement-breakpoint
CREATE INDEX "tickets_solved" ON "tickets" USING btree ("solved_at") WHERE solved_at is not null;--> statement-breakpoint
CREATE INDEX "tickets_opened" ON "tickets" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "tickets_of_tracker" ON "tickets" USING btree ("tracker_id","id") WHERE tracker_id is not null;--> statement-breakpoint
CREATE INDEX "tickets_subject_words" ON "tickets" USING gin ("subject_words");