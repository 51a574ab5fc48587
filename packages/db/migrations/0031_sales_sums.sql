SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The new tables are empty, and the new column of orders is null everywhere. Finding what was booked takes a second per million
-- entries, for which payments wait.
-- squawk-ignore-file constraint-missing-not-valid
CREATE TABLE "sales_parts" (
	"day" date NOT NULL,
	"part" text NOT NULL,
	"name" text NOT NULL,
	"units" integer NOT NULL,
	"paid" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "sales_parts_day_part_name_pk" PRIMARY KEY("day","part","name")
);
--> statement-breakpoint
CREATE TABLE "sales_returns" (
	"at" timestamp with time zone NOT NULL,
	"previous_at" timestamp with time zone,
	"first_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sales_slots" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"paid" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	"premium_paid" bigint NOT NULL,
	"premium_refunded" bigint NOT NULL,
	"premium_payments" integer NOT NULL,
	"orders" integer NOT NULL,
	"refunds" integer NOT NULL,
	"new_customers" integer NOT NULL,
	"orders_again" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stale_sales" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "stale_sales_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"starts_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "country" text;--> statement-breakpoint
CREATE INDEX "sales_returns_at" ON "sales_returns" USING btree ("at","previous_at","first_at");--> statement-breakpoint
CREATE INDEX "sales_returns_soon" ON "sales_returns" USING btree ("at","previous_at") WHERE at - previous_at < interval '25 hours';--> statement-breakpoint
CREATE INDEX "stale_sales_first" ON "stale_sales" USING btree ("starts_at");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_country" CHECK ("orders"."country" ~ '^[A-Z]{2}$');--> statement-breakpoint
CREATE FUNCTION sales_slot(at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN date_bin('15 minutes', at, timestamptz '2000-01-01 00:00Z');--> statement-breakpoint
CREATE FUNCTION mark_ledger_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN INSERT INTO stale_sales (starts_at) VALUES (sales_slot(OLD.at)); END IF;
  IF TG_OP <> 'DELETE' THEN INSERT INTO stale_sales (starts_at) VALUES (sales_slot(NEW.at)); END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_mark_sales AFTER INSERT OR UPDATE OR DELETE ON ledger_entries
FOR EACH ROW EXECUTE FUNCTION mark_ledger_entry();--> statement-breakpoint
-- An order that is paid, moved or deleted decides which of the buyer's later orders is the first one.
CREATE FUNCTION mark_later_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- Without OLD or NEW their fields are null.
  INSERT INTO stale_sales (starts_at)
  SELECT sales_slot(entry.at) FROM orders later JOIN ledger_entries entry ON entry.order_id = later.id
  WHERE later.user_id IN (OLD.user_id, NEW.user_id) AND later.paid_at >= least(OLD.paid_at, NEW.paid_at)
    AND entry.kind = 'payment';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER orders_mark_sales AFTER INSERT OR UPDATE OF user_id, paid_at OR DELETE ON orders
FOR EACH ROW EXECUTE FUNCTION mark_later_orders();--> statement-breakpoint
-- A refund that names its items is divided among them.
CREATE FUNCTION mark_refund() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO stale_sales (starts_at)
  SELECT sales_slot(at) FROM ledger_entries WHERE stripe_id IN (OLD.stripe_id, NEW.stripe_id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER order_refunds_mark_sales AFTER INSERT OR UPDATE OF items, stripe_id OR DELETE ON order_refunds
FOR EACH ROW EXECUTE FUNCTION mark_refund();--> statement-breakpoint
-- What was booked before is counted by the first runs of the job.
INSERT INTO stale_sales (starts_at) SELECT DISTINCT sales_slot(at) FROM ledger_entries;
