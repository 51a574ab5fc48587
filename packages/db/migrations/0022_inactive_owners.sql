SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "erasure_announced_at" timestamp with time zone;