SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "outbox_holds" ADD COLUMN "discarded_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox_holds" ADD COLUMN "released_at" timestamp with time zone;