SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "canaries" (
	"name" text PRIMARY KEY NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "error_groups" (
	"fingerprint" text PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"name" text NOT NULL,
	"place" text NOT NULL,
	"message" text NOT NULL,
	"count" bigint NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "error_minutes" (
	"minute" timestamp with time zone PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "incidents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"check_name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"problem" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	"opened_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"end_told_at" timestamp with time zone,
	CONSTRAINT "incidents_end_after_opening" CHECK ("incidents"."ended_at" is null or "incidents"."opened_at" is not null),
	CONSTRAINT "incidents_end_told_after_end" CHECK ("incidents"."end_told_at" is null or "incidents"."ended_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "job_runs" (
	"name" text PRIMARY KEY NOT NULL,
	"period_ms" integer NOT NULL,
	"grace_ms" integer NOT NULL,
	"known_since" timestamp with time zone DEFAULT now() NOT NULL,
	"succeeded_at" timestamp with time zone,
	"duration_ms" integer,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "missed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "worker_heartbeats" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "error_groups_latest" ON "error_groups" USING btree ("last_at","fingerprint");--> statement-breakpoint
CREATE UNIQUE INDEX "incidents_one_at_a_time" ON "incidents" USING btree ("check_name","subject") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "incidents_ended" ON "incidents" USING btree ("ended_at","id") WHERE ended_at is not null;--> statement-breakpoint
CREATE INDEX "incidents_told" ON "incidents" USING btree ("check_name","subject","told_at") WHERE told_at is not null;