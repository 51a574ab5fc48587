SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "subscription_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"from_price_id" integer NOT NULL,
	"to_price_id" integer NOT NULL,
	"timing" text NOT NULL,
	"due_cents" integer NOT NULL,
	"prorated_at" timestamp with time zone,
	"state" text DEFAULT 'quoted' NOT NULL,
	"refusal" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	CONSTRAINT "subscription_changes_state_known" CHECK ("subscription_changes"."state" in ('quoted', 'requested', 'planned', 'withdrawing', 'done', 'refused', 'withdrawn')),
	CONSTRAINT "subscription_changes_timing_known" CHECK ("subscription_changes"."timing" in ('now', 'period_end')),
	CONSTRAINT "subscription_changes_refusal_known" CHECK ("subscription_changes"."refusal" in ('declined', 'unpaid', 'late', 'refused')),
	CONSTRAINT "subscription_changes_due_now" CHECK (("subscription_changes"."timing" = 'now') = ("subscription_changes"."due_cents" > 0))
);
--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_subscription" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscriptions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_from" FOREIGN KEY ("from_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_changes" ADD CONSTRAINT "subscription_changes_to" FOREIGN KEY ("to_price_id") REFERENCES "public"."plan_prices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_key" ON "subscription_changes" USING btree ("key");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_one_quote" ON "subscription_changes" USING btree ("subscription_id") WHERE state = 'quoted';--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_changes_one_open" ON "subscription_changes" USING btree ("subscription_id") WHERE state in ('requested', 'planned', 'withdrawing');