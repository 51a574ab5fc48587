SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The new tables are empty. The ledger is scanned once for its check and its empty index, which takes a second per million
-- entries; writers wait for that second. Old code always writes an order's id, so it works with the new column.
-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint, ban-drop-not-null
CREATE TABLE "subscription_invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"stripe_id" text NOT NULL,
	"payment_intent_id" text,
	"plan_price_id" integer,
	"number" text,
	"status" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"is_disputed" boolean DEFAULT false NOT NULL,
	"reason" text NOT NULL,
	"period_start" timestamp with time zone NOT NULL,
	"period_end" timestamp with time zone NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"paid_at" timestamp with time zone,
	"next_attempt_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"url" text,
	CONSTRAINT "subscription_invoices_status_known" CHECK ("subscription_invoices"."status" in ('draft', 'open', 'paid', 'uncollectible', 'void'))
);
--> statement-breakpoint
CREATE TABLE "subscription_refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"invoice_id" integer NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"amount_cents" integer NOT NULL,
	"state" text DEFAULT 'queued' NOT NULL,
	"stripe_id" text,
	"reason" text NOT NULL,
	"by_user_id" integer,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"next_check_at" timestamp with time zone DEFAULT now() + interval '5 s' NOT NULL,
	CONSTRAINT "subscription_refunds_state_known" CHECK ("subscription_refunds"."state" in ('queued', 'sent', 'failed')),
	CONSTRAINT "subscription_refunds_are_positive" CHECK ("subscription_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscriptions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"user_id" integer NOT NULL,
	"plan_price_id" integer NOT NULL,
	"next_plan_price_id" integer,
	"status" text DEFAULT 'pending' NOT NULL,
	"version" integer DEFAULT 0 NOT NULL,
	"email" text,
	"stripe_session_id" text,
	"stripe_subscription_id" text,
	"stripe_customer_id" text,
	"started_at" timestamp with time zone,
	"paid_through" timestamp with time zone,
	"access_until" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"end_requested" text,
	"end_reason" text,
	"payment_method_id" text,
	"card_brand" text,
	"card_last4" text,
	"dunning_mails" integer DEFAULT 0 NOT NULL,
	"refunded_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() + interval '10 s' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_status_known" CHECK ("subscriptions"."status" in ('pending', 'abandoned', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
	CONSTRAINT "subscriptions_end_known" CHECK ("subscriptions"."end_requested" in ('now', 'period_end')),
	CONSTRAINT "subscriptions_reason_known" CHECK ("subscriptions"."end_reason" in ('refund', 'dispute', 'unpaid', 'banned', 'deleted', 'canceled'))
);
--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "order_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD COLUMN "subscription_id" integer;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_subscription" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ADD CONSTRAINT "subscription_invoices_price" FOREIGN KEY ("plan_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_refunds" ADD CONSTRAINT "subscription_refunds_invoice" FOREIGN KEY ("invoice_id") REFERENCES "public"."subscription_invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_refunds" ADD CONSTRAINT "subscription_refunds_by" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_price" FOREIGN KEY ("plan_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_next_price" FOREIGN KEY ("next_plan_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_invoices_stripe" ON "subscription_invoices" USING btree ("stripe_id");--> statement-breakpoint
CREATE INDEX "subscription_invoices_of" ON "subscription_invoices" USING btree ("subscription_id","issued_at");--> statement-breakpoint
CREATE INDEX "subscription_invoices_payment" ON "subscription_invoices" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "subscription_invoices_newest" ON "subscription_invoices" USING btree ("paid_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_refunds_key" ON "subscription_refunds" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_refunds_stripe" ON "subscription_refunds" USING btree ("stripe_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_refunds_one_open" ON "subscription_refunds" USING btree ("invoice_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "subscription_refunds_waiting" ON "subscription_refunds" USING btree ("next_check_at") WHERE state = 'queued';--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_reference" ON "subscriptions" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_session" ON "subscriptions" USING btree ("stripe_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_stripe" ON "subscriptions" USING btree ("stripe_subscription_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_customer" ON "subscriptions" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "subscriptions_of_user" ON "subscriptions" USING btree ("user_id","id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_access" ON "subscriptions" USING btree ("access_until") WHERE access_until is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscriptions_one_per_person" ON "subscriptions" USING btree ("user_id") WHERE status in ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');--> statement-breakpoint
CREATE INDEX "subscriptions_waiting" ON "subscriptions" USING btree ("next_check_at") WHERE status in ('pending', 'incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused');--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_subscription" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ledger_entries_of_subscription" ON "ledger_entries" USING btree ("subscription_id") WHERE subscription_id is not null;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_have_one_cause" CHECK (num_nonnulls("ledger_entries"."order_id", "ledger_entries"."subscription_id") = 1);