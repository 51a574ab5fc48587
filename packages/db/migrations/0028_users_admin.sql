SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The new table is empty. The indexes take a second per million accounts, sign-ins or downloads, for which their writers wait. The
-- new column of orders is null everywhere, so its key is checked in a moment.
-- squawk-ignore-file require-concurrent-index-creation, constraint-missing-not-valid, adding-foreign-key-constraint
CREATE TABLE "user_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "user_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "placed_by_id" integer;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_author" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "user_notes_of_user" ON "user_notes" USING btree ("user_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "user_notes_of_author" ON "user_notes" USING btree ("author_id");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_placed_by" FOREIGN KEY ("placed_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sign_ins_of_user_by_time" ON "sign_ins" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "downloads_of_user_by_time" ON "downloads" USING btree ("user_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "downloads_at" ON "downloads" USING btree ("at");--> statement-breakpoint
CREATE INDEX "orders_moved" ON "orders" USING btree ("placed_by_id") WHERE placed_by_id is not null;--> statement-breakpoint
CREATE INDEX "users_newest" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_by_activity" ON "users" USING btree ("last_active_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE erased_at is null;--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_admin;--> statement-breakpoint
CREATE INDEX "users_with_premium" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE premium_expires_at is not null;--> statement-breakpoint
CREATE INDEX "users_banned" ON "users" USING btree ("banned_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE banned_at is not null;--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("username_key" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_email" ON "users" USING btree ("email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users_by_discord_name" ON "users" USING btree (lower(discord_username) text_pattern_ops);--> statement-breakpoint
-- At least one administrator who can sign in stays. The lock makes two administrators who demote each other take turns; the
-- second one then sees what the first has done.
CREATE FUNCTION keep_an_admin() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtext('users_last_admin'));
  IF NOT EXISTS (
    SELECT FROM users WHERE is_admin AND erased_at IS NULL AND (banned_at IS NULL OR ban_ends_at <= now())
      AND (password_hash IS NOT NULL OR discord_id IS NOT NULL OR passkey_count > 0)
  ) THEN
    RAISE EXCEPTION 'no administrator would be left' USING ERRCODE = 'check_violation', CONSTRAINT = 'users_last_admin';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER users_last_admin AFTER UPDATE OF is_admin, banned_at, ban_ends_at, erased_at ON users
  FOR EACH ROW WHEN (
    OLD.is_admin AND OLD.erased_at IS NULL
    AND (NOT NEW.is_admin OR NEW.erased_at IS NOT NULL OR NEW.banned_at IS NOT NULL)
  ) EXECUTE FUNCTION keep_an_admin();--> statement-breakpoint
-- As in 0026, and also for both accounts when a purchase is moved from one to the other.
CREATE OR REPLACE FUNCTION mark_review_of_copy() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owner integer;
BEGIN
  FOREACH owner IN ARRAY CASE
    WHEN TG_OP = 'UPDATE' AND OLD.user_id <> NEW.user_id THEN ARRAY[OLD.user_id, NEW.user_id] ELSE ARRAY[NEW.user_id] END
  LOOP
    UPDATE reviews SET
      is_verified = copies.bought,
      is_given = CASE WHEN copies.bought OR copies.returned AND NOT copies.given THEN false ELSE is_given OR copies.given END,
      is_refunded = copies.returned AND NOT copies.bought AND NOT copies.given
    FROM (
      SELECT coalesce(bool_or(source = 'purchase' AND revoked_at IS NULL), false) AS bought,
        coalesce(bool_or(source = 'grant' AND revoked_at IS NULL), false) AS given,
        coalesce(bool_or(source = 'purchase' AND revoke_reason IN ('refund', 'dispute', 'withdrawal')), false) AS returned
      FROM entitlements WHERE user_id = owner AND mod_id = NEW.mod_id
    ) copies
    WHERE reviews.user_id = owner AND reviews.mod_id = NEW.mod_id;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
DROP TRIGGER entitlements_mark_review ON entitlements;--> statement-breakpoint
CREATE TRIGGER entitlements_mark_review AFTER INSERT OR UPDATE OF revoked_at, user_id ON entitlements
  FOR EACH ROW EXECUTE FUNCTION mark_review_of_copy();
