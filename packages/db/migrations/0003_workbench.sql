SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- A store has hundreds of mods and a few thousand releases: scanning them and building their indexes takes milliseconds.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid, adding-foreign-key-constraint, ban-drop-not-null
CREATE TABLE "audit_log" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" integer,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text,
	"subject_name" text DEFAULT '' NOT NULL,
	"before" jsonb,
	"after" jsonb
);
--> statement-breakpoint
CREATE TABLE "compatibility_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "compatibility_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"game_version" text NOT NULL,
	"from_state" text,
	"to_state" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"actor_id" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_versions" (
	"version" text PRIMARY KEY NOT NULL,
	"announced_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mod_drafts" (
	"mod_id" integer PRIMARY KEY NOT NULL,
	"typed" jsonb NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "uploads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"mod_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"fingerprint" text NOT NULL,
	"open_as" text DEFAULT 'mod' NOT NULL,
	"status" text DEFAULT 'uploading' NOT NULL,
	"object_key" text NOT NULL,
	"storage_upload_id" text,
	"part_bytes" integer NOT NULL,
	"done_bytes" bigint DEFAULT 0 NOT NULL,
	"of_bytes" bigint DEFAULT 0 NOT NULL,
	"report" jsonb,
	"picture_hashes" text[] DEFAULT '{}'::text[] NOT NULL,
	"sha256" text,
	"started_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "uploads_status" CHECK ("uploads"."status" in ('uploading', 'reading', 'checking', 'ready', 'refused', 'damaged', 'canceled')),
	CONSTRAINT "uploads_size" CHECK ("uploads"."size_bytes" > 0)
);
--> statement-breakpoint
DROP INDEX "mod_releases_of_mod";--> statement-breakpoint
DROP INDEX "mod_releases_newest";--> statement-breakpoint
DROP INDEX "mods_by_similar_name";--> statement-breakpoint
ALTER TABLE "mod_releases" ALTER COLUMN "published_at" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mod_releases" ALTER COLUMN "published_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "status" text DEFAULT 'draft' NOT NULL;--> statement-breakpoint
-- Until now every release was one that players saw.
UPDATE "mod_releases" SET "status" = 'published';--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "upload_id" integer;--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "publish_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "file_name" text;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_changes" ADD CONSTRAINT "compatibility_changes_release" FOREIGN KEY ("release_id") REFERENCES "public"."mod_releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "compatibility_changes" ADD CONSTRAINT "compatibility_changes_actor" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mod_drafts" ADD CONSTRAINT "mod_drafts_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_started_by" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_of_subject" ON "audit_log" USING btree ("subject","subject_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_of_kind" ON "audit_log" USING btree ("subject","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_time" ON "audit_log" USING btree ("at");--> statement-breakpoint
CREATE INDEX "audit_log_by_name" ON "audit_log" USING gin ("subject_name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "audit_log_of_actor" ON "audit_log" USING btree ("actor_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "compatibility_changes_of_release" ON "compatibility_changes" USING btree ("release_id","game_version","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "compatibility_changes_by_actor" ON "compatibility_changes" USING btree ("actor_id");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_object" ON "uploads" USING btree ("object_key");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_open_once" ON "uploads" USING btree ("mod_id","fingerprint") WHERE status = 'uploading';--> statement-breakpoint
CREATE INDEX "uploads_of_mod" ON "uploads" USING btree ("mod_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "uploads_by_status" ON "uploads" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "uploads_by_starter" ON "uploads" USING btree ("started_by");--> statement-breakpoint
ALTER TABLE "mod_releases" ADD CONSTRAINT "mod_releases_upload" FOREIGN KEY ("upload_id") REFERENCES "public"."uploads"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mod_releases_once_per_upload" ON "mod_releases" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "mod_releases_to_publish" ON "mod_releases" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE INDEX "mods_to_publish" ON "mods" USING btree ("publish_at") WHERE publish_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "mods_file_name" ON "mods" USING btree ("file_name");--> statement-breakpoint
CREATE INDEX "mods_last_updated" ON "mods" USING btree ("updated_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"status","category_id");--> statement-breakpoint
CREATE INDEX "mods_by_title" ON "mods" USING btree (lower(title),"id","status","category_id");--> statement-breakpoint
CREATE INDEX "mods_by_price" ON "mods" USING btree ("current_price_cents","id","status","category_id");--> statement-breakpoint
CREATE INDEX "mods_by_rating" ON "mods" USING btree ("rating_score","id","status","category_id");--> statement-breakpoint
CREATE INDEX "mods_by_release" ON "mods" USING btree (coalesce(released_at, to_timestamp(0)),"id","status","category_id");--> statement-breakpoint
CREATE INDEX "mods_of_category" ON "mods" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "reviews_of_status" ON "reviews" USING btree ("status","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "mod_releases_of_mod" ON "mod_releases" USING btree ("mod_id","published_at" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "mod_releases_newest" ON "mod_releases" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "mods_by_similar_name" ON "mods" USING gin ("search_name" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "mod_releases" ADD CONSTRAINT "mod_releases_status" CHECK ("mod_releases"."status" in ('draft', 'published', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "mod_releases" ADD CONSTRAINT "mod_releases_published_at_some_time" CHECK ("mod_releases"."status" = 'draft' or "mod_releases"."published_at" is not null);