SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- squawk-ignore-file constraint-missing-not-valid
-- A constant default is only noted in the catalogue: the table is not rewritten. It stays for servers of the version before.
ALTER TABLE "refund_requests" ADD COLUMN "origin" text DEFAULT 'buyer' NOT NULL;--> statement-breakpoint
-- Until now a request was the buyer's if its order had a line in the timeline of the same moment. There are few requests.
UPDATE "refund_requests" SET "origin" = 'store' WHERE NOT EXISTS (
  SELECT FROM "order_events" asked WHERE asked."order_id" = "refund_requests"."order_id"
    AND asked."at" = "refund_requests"."created_at" AND asked."what" IN ('refund_requested', 'withdrawn'));--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_origin_known" CHECK ("refund_requests"."origin" in ('buyer', 'store'));
