SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The servers of the version before only compare this column, so a null breaks none of them.
-- squawk-ignore-file ban-drop-not-null
ALTER TABLE "ticket_attachments" ALTER COLUMN "uploader_id" DROP NOT NULL;