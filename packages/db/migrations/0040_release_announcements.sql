SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "is_quiet" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "announce_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mod_releases" ADD COLUMN "confirmed_vehicles" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
-- Owners were told at once until now.
UPDATE "mod_releases" SET "announce_at" = "published_at" WHERE "published_at" IS NOT NULL;
