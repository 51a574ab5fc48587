SET LOCAL lock_timeout = '3s';--> statement-breakpoint
ALTER TABLE "refund_requests" ADD COLUMN "reminded_at" timestamp with time zone;
