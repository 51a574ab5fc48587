SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "has_price" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "has_category" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "filled_at" timestamp with time zone;