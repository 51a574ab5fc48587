SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The tables are new and empty: their keys and indexes take no time, and a foreign key locks the others for a moment only.
-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
CREATE SEQUENCE order_numbers AS bigint;--> statement-breakpoint
-- SL-2026-000123; behind the millionth order the number is longer, never cut off.
CREATE FUNCTION next_order_number() RETURNS text LANGUAGE sql VOLATILE AS $$
  select 'SL-' || to_char(now() at time zone 'UTC', 'YYYY') || '-' || lpad(number, greatest(6, length(number)), '0')
  from (select nextval('order_numbers')::text as number) drawn
$$;--> statement-breakpoint
CREATE TABLE "cart_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"mod_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "carts" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"version" uuid DEFAULT gen_random_uuid() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "coupons" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "coupons_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"percent" integer,
	"amount_cents" integer,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"max_uses" integer,
	"per_user_limit" integer,
	"used" integer DEFAULT 0 NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "coupons_code_is_upper" CHECK ("coupons"."code" = upper("coupons"."code")),
	CONSTRAINT "coupons_one_kind" CHECK (("coupons"."kind" = 'percent' and "coupons"."percent" between 1 and 100 and "coupons"."amount_cents" is null)
        or ("coupons"."kind" = 'amount' and "coupons"."amount_cents" > 0 and "coupons"."percent" is null)),
	CONSTRAINT "coupons_used_within_limit" CHECK ("coupons"."used" >= 0 and "coupons"."used" <= "coupons"."max_uses"),
	CONSTRAINT "coupons_limits" CHECK ("coupons"."max_uses" >= 1 and "coupons"."per_user_limit" >= 1)
);
--> statement-breakpoint
CREATE TABLE "entitlements" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "entitlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"mod_id" integer NOT NULL,
	"order_item_id" integer,
	"source" text NOT NULL,
	"granted_at" timestamp with time zone DEFAULT now() NOT NULL,
	"window_ends_at" timestamp with time zone,
	"first_downloaded_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"revoke_reason" text,
	CONSTRAINT "entitlements_source_known" CHECK ("entitlements"."source" in ('purchase', 'premium', 'grant')),
	CONSTRAINT "entitlements_of_purchases" CHECK (("entitlements"."source" = 'purchase') = ("entitlements"."order_item_id" is not null)),
	CONSTRAINT "entitlements_revoked_for_a_reason" CHECK (("entitlements"."revoked_at" is null) = ("entitlements"."revoke_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "downloads" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "downloads_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"mod_id" integer NOT NULL,
	"release_id" integer NOT NULL,
	"entitlement_id" integer NOT NULL,
	"version" text NOT NULL,
	"ip" text,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_reports" (
	"release_id" integer NOT NULL,
	"game_version" text NOT NULL,
	"user_id" integer NOT NULL,
	"report" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_reports_once" PRIMARY KEY("release_id","game_version","user_id")
);
--> statement-breakpoint
CREATE TABLE "order_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"by_user_id" integer,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_refunds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_refunds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"key" uuid DEFAULT gen_random_uuid() NOT NULL,
	"order_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"items" jsonb NOT NULL,
	"reason" text NOT NULL,
	"by_user_id" integer,
	"state" text DEFAULT 'queued' NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "order_refunds_amount" CHECK ("order_refunds"."amount_cents" > 0),
	CONSTRAINT "order_refunds_state_known" CHECK ("order_refunds"."state" in ('queued', 'sent', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "refund_requests_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"answer" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by_user_id" integer,
	CONSTRAINT "refund_requests_kind_known" CHECK ("refund_requests"."kind" in ('refund', 'withdrawal')),
	CONSTRAINT "refund_requests_state_known" CHECK ("refund_requests"."state" in ('open', 'granted', 'declined'))
);
--> statement-breakpoint
CREATE TABLE "order_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"mod_id" integer NOT NULL,
	"title" text NOT NULL,
	"price_cents" integer NOT NULL,
	"discount_cents" integer DEFAULT 0 NOT NULL,
	"paid_cents" integer NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "order_items_sum" CHECK ("order_items"."paid_cents" >= 0 and "order_items"."paid_cents" = "order_items"."price_cents" - "order_items"."discount_cents"),
	CONSTRAINT "order_items_refunded" CHECK ("order_items"."refunded_cents" between 0 and "order_items"."paid_cents")
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"reference" uuid DEFAULT gen_random_uuid() NOT NULL,
	"number" text DEFAULT next_order_number() NOT NULL,
	"user_id" integer NOT NULL,
	"client_key" text NOT NULL,
	"quote" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"sale_cents" integer DEFAULT 0 NOT NULL,
	"coupon_cents" integer DEFAULT 0 NOT NULL,
	"total_cents" integer NOT NULL,
	"coupon_id" integer,
	"email" text,
	"consent_version" text NOT NULL,
	"consented_at" timestamp with time zone NOT NULL,
	"stripe_session_id" text,
	"payment_intent_id" text,
	"paid_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('pending', 'paid', 'partially_refunded', 'refunded', 'disputed', 'canceled')),
	CONSTRAINT "orders_sum" CHECK ("orders"."total_cents" >= 0 and "orders"."total_cents" = "orders"."subtotal_cents" - "orders"."sale_cents" - "orders"."coupon_cents"),
	CONSTRAINT "orders_paid_at_some_time" CHECK (("orders"."status" in ('pending', 'canceled')) = ("orders"."paid_at" is null))
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" integer NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"reason" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"evidence_due_at" timestamp with time zone,
	"evidence_sent_at" timestamp with time zone,
	CONSTRAINT "disputes_state_known" CHECK ("disputes"."state" in ('open', 'won', 'lost'))
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"stripe_id" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_kind_known" CHECK ("ledger_entries"."kind" in ('payment', 'refund', 'dispute', 'dispute_won')),
	CONSTRAINT "ledger_entries_direction" CHECK (("ledger_entries"."kind" in ('payment', 'dispute_won')) = ("ledger_entries"."amount_cents" > 0))
);
--> statement-breakpoint
CREATE TABLE "money_checks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "money_checks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_right" boolean NOT NULL,
	"result" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"object_id" text NOT NULL,
	"payment_intent_id" text,
	"order_id" integer,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL,
	"handled_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"error" text
);
--> statement-breakpoint
CREATE TABLE "stripe_sweeps" (
	"name" text PRIMARY KEY NOT NULL,
	"swept_to" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_items" ADD CONSTRAINT "cart_items_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "carts" ADD CONSTRAINT "carts_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "entitlements" ADD CONSTRAINT "entitlements_item" FOREIGN KEY ("order_item_id") REFERENCES "public"."order_items"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_release" FOREIGN KEY ("release_id") REFERENCES "public"."mod_releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "downloads" ADD CONSTRAINT "downloads_entitlement" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_reports" ADD CONSTRAINT "release_reports_release" FOREIGN KEY ("release_id") REFERENCES "public"."mod_releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_reports" ADD CONSTRAINT "release_reports_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_events" ADD CONSTRAINT "order_events_by" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_refunds" ADD CONSTRAINT "order_refunds_by" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_by" FOREIGN KEY ("decided_by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_items" ADD CONSTRAINT "order_items_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_coupon" FOREIGN KEY ("coupon_id") REFERENCES "public"."coupons"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stripe_events" ADD CONSTRAINT "stripe_events_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_items_once" ON "cart_items" USING btree ("user_id","mod_id");--> statement-breakpoint
CREATE INDEX "cart_items_of_mod" ON "cart_items" USING btree ("mod_id");--> statement-breakpoint
CREATE UNIQUE INDEX "coupons_code" ON "coupons" USING btree ("code");--> statement-breakpoint
CREATE INDEX "coupons_newest" ON "coupons" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_of_item" ON "entitlements" USING btree ("order_item_id") WHERE order_item_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "entitlements_live" ON "entitlements" USING btree ("user_id","mod_id","source") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "entitlements_of_user" ON "entitlements" USING btree ("user_id","granted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "entitlements_of_mod" ON "entitlements" USING btree ("mod_id") WHERE revoked_at is null;--> statement-breakpoint
CREATE INDEX "downloads_of_user" ON "downloads" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "downloads_of_user_and_mod" ON "downloads" USING btree ("user_id","mod_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "downloads_of_mod" ON "downloads" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "downloads_of_release" ON "downloads" USING btree ("release_id");--> statement-breakpoint
CREATE INDEX "downloads_of_entitlement" ON "downloads" USING btree ("entitlement_id","id");--> statement-breakpoint
CREATE INDEX "release_reports_of_user" ON "release_reports" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "order_events_of_order" ON "order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "order_events_of_user" ON "order_events" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_refunds_key" ON "order_refunds" USING btree ("key");--> statement-breakpoint
CREATE INDEX "order_refunds_of_order" ON "order_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_refunds_of_user" ON "order_refunds" USING btree ("by_user_id") WHERE by_user_id is not null;--> statement-breakpoint
CREATE INDEX "order_refunds_queued" ON "order_refunds" USING btree ("id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "refund_requests_of_order" ON "refund_requests" USING btree ("order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("order_id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "refund_requests_of_user" ON "refund_requests" USING btree ("decided_by_user_id") WHERE decided_by_user_id is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "order_items_once" ON "order_items" USING btree ("order_id","mod_id");--> statement-breakpoint
CREATE INDEX "order_items_of_mod" ON "order_items" USING btree ("mod_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_reference" ON "orders" USING btree ("reference");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_number" ON "orders" USING btree ("number" text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "orders_client_key" ON "orders" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_session" ON "orders" USING btree ("stripe_session_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_payment_intent" ON "orders" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "orders_newest" ON "orders" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_by_status" ON "orders" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_of_user" ON "orders" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_waiting" ON "orders" USING btree ("next_check_at") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "orders_with_coupon" ON "orders" USING btree ("coupon_id","user_id") WHERE coupon_id is not null;--> statement-breakpoint
CREATE INDEX "disputes_of_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("evidence_due_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_once" ON "ledger_entries" USING btree ("stripe_id","kind");--> statement-breakpoint
CREATE INDEX "ledger_entries_of_order" ON "ledger_entries" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_at" ON "ledger_entries" USING btree ("at");--> statement-breakpoint
CREATE INDEX "money_checks_newest" ON "money_checks" USING btree ("at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stripe_events_of_order" ON "stripe_events" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "stripe_events_newest" ON "stripe_events" USING btree ("received_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "stripe_events_unhandled" ON "stripe_events" USING btree ("received_at") WHERE handled_at is null;