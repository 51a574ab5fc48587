SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- squawk-ignore-file require-concurrent-index-creation
CREATE INDEX "stripe_events_waiting_of_payment" ON "stripe_events" USING btree ("payment_intent_id") WHERE handled_at is null;