SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- No store has sold anything yet: these tables are scanned and their indexes built in a moment.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, constraint-missing-not-valid
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_kind_known";--> statement-breakpoint
ALTER TABLE "ledger_entries" DROP CONSTRAINT "ledger_entries_direction";--> statement-breakpoint
DROP INDEX "order_refunds_queued";--> statement-breakpoint
DROP INDEX "stripe_events_unhandled";--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "stripe_id" text;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD COLUMN "next_check_at" timestamp with time zone DEFAULT now() + interval '5 s' NOT NULL;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "next_check_at" timestamp with time zone DEFAULT now() + interval '5 s' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "order_refunds_stripe" ON "order_refunds" USING btree ("stripe_id");--> statement-breakpoint
CREATE INDEX "stripe_events_of_no_order" ON "stripe_events" USING btree ("received_at") WHERE order_id is null;--> statement-breakpoint
CREATE INDEX "order_refunds_queued" ON "order_refunds" USING btree ("next_check_at") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "stripe_events_unhandled" ON "stripe_events" USING btree ("next_check_at") WHERE handled_at is null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('payment', 'refund', 'refund_failed', 'dispute', 'dispute_won'));--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_direction" CHECK (("ledger_entries"."kind" in ('payment', 'refund_failed', 'dispute_won')) = ("ledger_entries"."amount_cents" > 0));
