SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "legal_drafts" (
	"document" text PRIMARY KEY NOT NULL,
	"body" text NOT NULL,
	"revision" integer NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_by" integer,
	CONSTRAINT "legal_drafts_document_known" CHECK ("legal_drafts"."document" in ('terms', 'privacy', 'cookies', 'refunds'))
);
--> statement-breakpoint
CREATE TABLE "legal_versions" (
	"document" text NOT NULL,
	"number" integer NOT NULL,
	"body" text NOT NULL,
	"effective_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"published_by" integer,
	"note" text NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "legal_versions_number" PRIMARY KEY("document","number"),
	CONSTRAINT "legal_versions_document_known" CHECK ("legal_versions"."document" in ('terms', 'privacy', 'cookies', 'refunds')),
	CONSTRAINT "legal_versions_numbered" CHECK ("legal_versions"."number" > 0),
	CONSTRAINT "legal_versions_not_backdated" CHECK ("legal_versions"."effective_at" >= "legal_versions"."published_at"),
	CONSTRAINT "legal_versions_withdrawn_in_time" CHECK ("legal_versions"."withdrawn_at" < "legal_versions"."effective_at")
);
--> statement-breakpoint
ALTER TABLE "legal_drafts" ADD CONSTRAINT "legal_drafts_editor" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_versions" ADD CONSTRAINT "legal_versions_publisher" FOREIGN KEY ("published_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_drafts_of_editor" ON "legal_drafts" USING btree ("updated_by");--> statement-breakpoint
CREATE UNIQUE INDEX "legal_versions_in_effect" ON "legal_versions" USING btree ("document","effective_at" DESC NULLS FIRST) WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "legal_versions_of_publisher" ON "legal_versions" USING btree ("published_by");--> statement-breakpoint
-- Buyers have agreed to these texts. A version that does not apply yet can be withdrawn, once; an erased account takes its name
-- along. Nothing else changes, whatever a later release or a person with SQL tries.
CREATE FUNCTION keep_legal_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE'
    AND (NEW.document, NEW.number, NEW.body, NEW.effective_at, NEW.published_at, NEW.note)
      IS NOT DISTINCT FROM (OLD.document, OLD.number, OLD.body, OLD.effective_at, OLD.published_at, OLD.note)
    AND (NEW.published_by IS NULL OR NEW.published_by = OLD.published_by)
    AND (NEW.withdrawn_at IS NOT DISTINCT FROM OLD.withdrawn_at
      OR OLD.withdrawn_at IS NULL AND OLD.effective_at > clock_timestamp())
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'a published legal text cannot be changed' USING ERRCODE = 'check_violation', CONSTRAINT = 'legal_versions_kept';
END $$;--> statement-breakpoint
CREATE TRIGGER legal_versions_kept BEFORE UPDATE OR DELETE ON legal_versions
  FOR EACH ROW EXECUTE FUNCTION keep_legal_versions();
