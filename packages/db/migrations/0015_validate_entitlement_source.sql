SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- Added without a scan in 0012. Validating blocks neither reads nor writes, and the database check counts on it.
ALTER TABLE "entitlements" VALIDATE CONSTRAINT "entitlements_source_known";
