SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "compared_at" timestamp with time zone;