-- no transaction
SET lock_timeout = '3s';--> statement-breakpoint
-- Each table is rewritten, about a second per 100,000 rows, and nobody can read it meanwhile. So every statement is its own
-- transaction, and no table waits for another one's. Repeating the file changes nothing. The release before reads wide ids too.
-- squawk-ignore-file changing-column-type
ALTER TABLE "invoices" ALTER COLUMN "id" SET DATA TYPE bigint, ALTER COLUMN "refers_to_id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "invoices" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "ledger_entries" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ALTER COLUMN "id" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "subscription_invoices" ALTER COLUMN "id" SET MAXVALUE 9223372036854775807;--> statement-breakpoint
ALTER TABLE "subscription_refunds" ALTER COLUMN "invoice_id" SET DATA TYPE bigint;
