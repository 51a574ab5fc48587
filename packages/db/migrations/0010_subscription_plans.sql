SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The tables are new and empty: their keys and indexes take no time.
-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
CREATE TABLE "plan_prices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "plan_prices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"plan_id" integer NOT NULL,
	"price" integer NOT NULL,
	"interval" text NOT NULL,
	"stripe_price_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_prices_can_be_charged" CHECK ("plan_prices"."price" between 50 and 99999999),
	CONSTRAINT "plan_prices_interval_known" CHECK ("plan_prices"."interval" in ('day', 'week', 'month', 'year'))
);
--> statement-breakpoint
CREATE TABLE "subscription_plans" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_plans_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"price" integer DEFAULT 0 NOT NULL,
	"interval" text DEFAULT 'month' NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_plans_price_is_not_negative" CHECK ("subscription_plans"."price" >= 0)
);
--> statement-breakpoint
ALTER TABLE "plan_prices" ADD CONSTRAINT "plan_prices_plan" FOREIGN KEY ("plan_id") REFERENCES "public"."subscription_plans"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_terms" ON "plan_prices" USING btree ("plan_id","price","interval");--> statement-breakpoint
CREATE UNIQUE INDEX "plan_prices_stripe" ON "plan_prices" USING btree ("stripe_price_id");--> statement-breakpoint
CREATE INDEX "subscription_plans_in_order" ON "subscription_plans" USING btree ("sort_order","id") WHERE "subscription_plans"."archived_at" is null;