SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "announcement_channel" (
	"id" integer PRIMARY KEY NOT NULL,
	"webhook" text,
	"name" text DEFAULT '' NOT NULL,
	"guild_id" text DEFAULT '' NOT NULL,
	"channel_id" text DEFAULT '' NOT NULL,
	"webhook_saved_at" timestamp with time zone,
	"mods_since" timestamp with time zone,
	"releases_since" timestamp with time zone,
	"sales_since" timestamp with time zone,
	CONSTRAINT "announcement_channel_is_one" CHECK ("announcement_channel"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "announcement_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcement_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"announcement_id" integer NOT NULL,
	"kind" text NOT NULL,
	"mod_id" integer NOT NULL,
	"release_id" integer,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "announcements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "announcements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"claim" uuid,
	"claimed_at" timestamp with time zone,
	"message_id" text,
	"posted" jsonb,
	"posted_at" timestamp with time zone,
	"edited_at" timestamp with time zone,
	"checked_at" timestamp with time zone,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "announcements_kind_known" CHECK ("announcements"."kind" in ('mod', 'release', 'sale')),
	CONSTRAINT "announcements_state_known" CHECK ("announcements"."state" in ('waiting', 'sending', 'posted', 'refused', 'unknown', 'dismissed'))
);
--> statement-breakpoint
CREATE TABLE "discord_role_checks" (
	"id" integer PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"members" integer NOT NULL,
	"counts" jsonb NOT NULL,
	CONSTRAINT "discord_role_checks_is_one" CHECK ("discord_role_checks"."id" = 1)
);
--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD COLUMN "mail" uuid;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD COLUMN "claimed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "announcement_items" ADD CONSTRAINT "announcement_items_announcement" FOREIGN KEY ("announcement_id") REFERENCES "public"."announcements"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_items" ADD CONSTRAINT "announcement_items_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "announcement_items" ADD CONSTRAINT "announcement_items_release" FOREIGN KEY ("release_id") REFERENCES "public"."mod_releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "announcement_items_of_announcement" ON "announcement_items" USING btree ("announcement_id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcement_items_mod_once" ON "announcement_items" USING btree ("mod_id") WHERE kind = 'mod';--> statement-breakpoint
CREATE UNIQUE INDEX "announcement_items_release_once" ON "announcement_items" USING btree ("release_id");--> statement-breakpoint
CREATE UNIQUE INDEX "announcement_items_sale_once" ON "announcement_items" USING btree ("mod_id") WHERE kind = 'sale' and ended_at is null;--> statement-breakpoint
CREATE INDEX "announcement_items_of_mod" ON "announcement_items" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "announcements_open" ON "announcements" USING btree ("id") WHERE state in ('waiting', 'sending');--> statement-breakpoint
CREATE INDEX "announcements_posted" ON "announcements" USING btree ("posted_at") WHERE message_id is not null;