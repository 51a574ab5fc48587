SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The new tables are filled from sums, not from orders or events: some seconds for years of a large store.
-- squawk-ignore-file constraint-missing-not-valid, require-concurrent-index-creation
CREATE TABLE "sales_months" (
	"month" date NOT NULL,
	"part" text NOT NULL,
	"name" text NOT NULL,
	"units" integer NOT NULL,
	"paid" bigint NOT NULL,
	"discount" bigint NOT NULL,
	"refunded" bigint NOT NULL,
	CONSTRAINT "sales_months_month_part_name_pk" PRIMARY KEY("month","part","name")
);
--> statement-breakpoint
CREATE TABLE "visit_slots" (
	"starts_at" timestamp with time zone PRIMARY KEY NOT NULL,
	"views" integer NOT NULL,
	"bot_views" integer NOT NULL,
	"visitors" integer NOT NULL,
	"mod_visitors" integer NOT NULL,
	"cart_visitors" integer NOT NULL,
	"checkout_visitors" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_terms" (
	"grain" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"term" text NOT NULL,
	"count" integer NOT NULL,
	"missed" integer NOT NULL,
	CONSTRAINT "visit_terms_grain_starts_at_term_pk" PRIMARY KEY("grain","starts_at","term")
);
--> statement-breakpoint
CREATE INDEX "visit_terms_start" ON "visit_terms" USING btree ("grain","starts_at");--> statement-breakpoint
-- The release before writes days, too: triggers keep the months right, whichever release counts.
CREATE FUNCTION add_to_sales_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO sales_months AS kept
  SELECT date_trunc('month', day)::date, part, name, sum(units), sum(paid), sum(discount), sum(refunded)
  FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (month, part, name) DO UPDATE SET units = kept.units + excluded.units, paid = kept.paid + excluded.paid,
    discount = kept.discount + excluded.discount, refunded = kept.refunded + excluded.refunded;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION take_from_sales_months() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE sales_months kept SET units = kept.units - gone.units, paid = kept.paid - gone.paid,
    discount = kept.discount - gone.discount, refunded = kept.refunded - gone.refunded
  FROM (SELECT date_trunc('month', day)::date AS month, part, name, sum(units) AS units, sum(paid) AS paid,
      sum(discount) AS discount, sum(refunded) AS refunded FROM changed GROUP BY 1, 2, 3) gone
  WHERE (kept.month, kept.part, kept.name) = (gone.month, gone.part, gone.name);
  DELETE FROM sales_months WHERE month IN (SELECT DISTINCT date_trunc('month', day)::date FROM changed)
    AND units = 0 AND paid = 0 AND discount = 0 AND refunded = 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER sales_parts_added AFTER INSERT ON sales_parts
REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION add_to_sales_months();--> statement-breakpoint
CREATE TRIGGER sales_parts_removed AFTER DELETE ON sales_parts
REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION take_from_sales_months();--> statement-breakpoint
INSERT INTO sales_months
SELECT date_trunc('month', day)::date, part, name, sum(units), sum(paid), sum(discount), sum(refunded)
FROM sales_parts GROUP BY 1, 2, 3;--> statement-breakpoint
-- Moves what the release before counts. The job visits.count calls it as well: that release may still run, or run again.
CREATE FUNCTION move_visit_counts() RETURNS void LANGUAGE sql AS $$
  WITH old AS (DELETE FROM visit_counts WHERE part IN ('event', 'bot', 'visitor') RETURNING *)
  INSERT INTO visit_slots AS kept
  SELECT starts_at,
    coalesce(sum(count) FILTER (WHERE part = 'event' AND name = 'view'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'bot' AND name = 'view'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'visitor' AND name = 'visitor'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'visitor' AND name = 'mod'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'visitor' AND name = 'cart'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'visitor' AND name = 'checkout'), 0)
  FROM old GROUP BY 1
  ON CONFLICT (starts_at) DO UPDATE SET views = kept.views + excluded.views, bot_views = kept.bot_views + excluded.bot_views,
    visitors = kept.visitors + excluded.visitors, mod_visitors = kept.mod_visitors + excluded.mod_visitors,
    cart_visitors = kept.cart_visitors + excluded.cart_visitors,
    checkout_visitors = kept.checkout_visitors + excluded.checkout_visitors;
  WITH old AS (DELETE FROM visit_counts WHERE part IN ('term', 'no-result') RETURNING *)
  INSERT INTO visit_terms AS kept
  SELECT grain, starts_at, name, coalesce(sum(count) FILTER (WHERE part = 'term'), 0),
    coalesce(sum(count) FILTER (WHERE part = 'no-result'), 0)
  FROM old GROUP BY 1, 2, 3
  ON CONFLICT (grain, starts_at, term) DO UPDATE SET count = kept.count + excluded.count, missed = kept.missed + excluded.missed;
$$;--> statement-breakpoint
SELECT move_visit_counts();--> statement-breakpoint
-- A second per million accounts, in which nobody can register.
CREATE INDEX "users_created" ON "users" USING btree ("created_at");
