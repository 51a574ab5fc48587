SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "base_backups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "base_backups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"label" text NOT NULL,
	"kind" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"stored_bytes" bigint NOT NULL,
	CONSTRAINT "base_backups_kind" CHECK ("base_backups"."kind" in ('full', 'diff', 'incr'))
);
--> statement-breakpoint
CREATE TABLE "restore_drills" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restore_drills_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	"gap_seconds" integer,
	"restore_seconds" integer,
	"bytes" bigint,
	"failure" text
);
--> statement-breakpoint
CREATE UNIQUE INDEX "base_backups_label" ON "base_backups" USING btree ("label");--> statement-breakpoint
CREATE INDEX "base_backups_newest" ON "base_backups" USING btree ("finished_at");