SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "billing_details" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"tax_id" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_backlog" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoice_counters" (
	"series" text PRIMARY KEY NOT NULL,
	"year" integer NOT NULL,
	"place" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invoices" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "invoices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"kind" text NOT NULL,
	"number" text NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"place" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"stripe_id" text NOT NULL,
	"refers_to_id" integer,
	"issued_at" timestamp with time zone DEFAULT now() NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "invoices_kind_known" CHECK ("invoices"."kind" in ('invoice', 'credit_note', 'cancellation')),
	CONSTRAINT "invoices_series_of_kind" CHECK (("invoices"."kind" = 'invoice') = ("invoices"."series" = 'INV')),
	CONSTRAINT "invoices_reference" CHECK (("invoices"."kind" = 'invoice') = ("invoices"."refers_to_id" is null)),
	CONSTRAINT "invoices_amount" CHECK ("invoices"."amount_cents" > 0 and "invoices"."place" > 0)
);
--> statement-breakpoint
ALTER TABLE "billing_details" ADD CONSTRAINT "billing_details_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoice_backlog" ADD CONSTRAINT "invoice_backlog_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invoices" ADD CONSTRAINT "invoices_refer_to" FOREIGN KEY ("refers_to_id") REFERENCES "public"."invoices"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_number" ON "invoices" USING btree ("number");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_place" ON "invoices" USING btree ("series","year","place");--> statement-breakpoint
CREATE UNIQUE INDEX "invoices_once" ON "invoices" USING btree ("kind","stripe_id");--> statement-breakpoint
CREATE INDEX "invoices_of_order" ON "invoices" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "invoices_refer_to_document" ON "invoices" USING btree ("refers_to_id") WHERE refers_to_id is not null;--> statement-breakpoint
-- An issued invoice never changes. A deleted account takes its name and address along; the billing details stay as long as
-- the law requires.
CREATE FUNCTION keep_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.id, NEW.order_id, NEW.kind, NEW.number, NEW.series, NEW.year, NEW.place, NEW.amount_cents, NEW.stripe_id,
      NEW.refers_to_id, NEW.issued_at)
    IS NOT DISTINCT FROM (OLD.id, OLD.order_id, OLD.kind, OLD.number, OLD.series, OLD.year, OLD.place, OLD.amount_cents,
      OLD.stripe_id, OLD.refers_to_id, OLD.issued_at)
    AND NEW.content = OLD.content || jsonb_build_object('buyer',
      (OLD.content -> 'buyer') || '{"name": null, "email": null}'::jsonb)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'an issued invoice cannot be changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'invoices_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER invoices_kept BEFORE UPDATE ON invoices FOR EACH ROW EXECUTE FUNCTION keep_invoices();--> statement-breakpoint
-- The release before writes the ledger without issuing invoices: whatever it leaves behind is issued by a job.
CREATE FUNCTION note_uninvoiced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_backlog (order_id) VALUES (NEW.order_id) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER ledger_entries_uninvoiced AFTER INSERT ON ledger_entries FOR EACH ROW
  WHEN (NEW.order_id IS NOT NULL AND NEW.kind IN ('payment', 'refund', 'refund_failed'))
  EXECUTE FUNCTION note_uninvoiced();--> statement-breakpoint
-- Orders that were paid before get their numbers from the same job. Some seconds per million orders.
INSERT INTO invoice_backlog (order_id)
SELECT DISTINCT order_id FROM ledger_entries WHERE order_id IS NOT NULL AND kind IN ('payment', 'refund', 'refund_failed');
