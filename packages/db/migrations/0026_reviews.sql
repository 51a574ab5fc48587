SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- Nobody could write a review before this version, so the indexes of reviews are built at once. The one of entitlements takes
-- a second per million rows, for which downloads wait.
-- squawk-ignore-file require-concurrent-index-creation
CREATE TABLE "review_pictures" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "review_pictures_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"uploader_id" integer,
	"review_id" integer,
	"sort_order" integer DEFAULT 0 NOT NULL,
	"object_key" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_reports" (
	"user_id" integer NOT NULL,
	"review_id" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "review_reports_once" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
CREATE TABLE "review_votes" (
	"user_id" integer NOT NULL,
	"review_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "review_votes_once" PRIMARY KEY("user_id","review_id")
);
--> statement-breakpoint
ALTER TABLE "entitlements" ADD COLUMN "review_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "star_counts" integer[] DEFAULT '{0,0,0,0,0}' NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "reject_reason" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "is_given" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "is_refunded" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "version" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "game_version" text;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "picture_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "open_reports" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "replied_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviews" ADD COLUMN "decided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review_pictures" ADD CONSTRAINT "review_pictures_review" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_pictures" ADD CONSTRAINT "review_pictures_uploader" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_reports" ADD CONSTRAINT "review_reports_review" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "review_votes" ADD CONSTRAINT "review_votes_review" FOREIGN KEY ("review_id") REFERENCES "public"."reviews"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "review_pictures_object" ON "review_pictures" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "review_pictures_of_review" ON "review_pictures" USING btree ("review_id","sort_order");--> statement-breakpoint
CREATE INDEX "review_pictures_of_uploader" ON "review_pictures" USING btree ("uploader_id","created_at");--> statement-breakpoint
CREATE INDEX "review_pictures_unused" ON "review_pictures" USING btree ("created_at") WHERE review_id is null;--> statement-breakpoint
CREATE INDEX "review_reports_of_review" ON "review_reports" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "review_reports_by_time" ON "review_reports" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "review_votes_of_review" ON "review_votes" USING btree ("review_id");--> statement-breakpoint
CREATE INDEX "entitlements_to_ask" ON "entitlements" USING btree ("first_downloaded_at") WHERE source = 'purchase' and revoked_at is null and review_asked_at is null;--> statement-breakpoint
CREATE INDEX "reviews_of_stars_helpful" ON "reviews" USING btree ("mod_id","rating","helpful_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "reviews_of_stars_newest" ON "reviews" USING btree ("mod_id","rating","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'approved';--> statement-breakpoint
CREATE INDEX "reviews_with_pictures_helpful" ON "reviews" USING btree ("mod_id","helpful_count" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'approved' and picture_count > 0;--> statement-breakpoint
CREATE INDEX "reviews_with_pictures_newest" ON "reviews" USING btree ("mod_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status = 'approved' and picture_count > 0;--> statement-breakpoint
CREATE INDEX "reviews_with_pictures_lowest" ON "reviews" USING btree ("mod_id",(-rating) desc,"id" DESC NULLS FIRST) WHERE status = 'approved' and picture_count > 0;--> statement-breakpoint
CREATE INDEX "reviews_of_mod" ON "reviews" USING btree ("mod_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reviews_reported" ON "reviews" USING btree ("id" DESC NULLS FIRST) WHERE open_reports > 0;--> statement-breakpoint
CREATE INDEX "reviews_by_text" ON "reviews" USING btree (md5(body));--> statement-breakpoint
CREATE INDEX "reviews_decided" ON "reviews" USING btree ("decided_at","rating","status") WHERE decided_at is not null;--> statement-breakpoint
-- Counts the ratings of a mod exactly, whoever writes the reviews and however many at once: the update of the mod's row
-- waits for the one before it. Given and refunded copies do not count. Mods are updated in order, against deadlocks.
CREATE FUNCTION count_ratings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changes jsonb;
  change record;
BEGIN
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(jsonb_build_array(mod_id, rating, 1)) INTO changes
    FROM after_rows WHERE status = 'approved' AND NOT is_given AND NOT is_refunded;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT jsonb_agg(jsonb_build_array(mod_id, rating, -1)) INTO changes
    FROM before_rows WHERE status = 'approved' AND NOT is_given AND NOT is_refunded;
  ELSE
    SELECT jsonb_agg(jsonb_build_array(mod_id, rating, delta)) INTO changes FROM (
      SELECT mod_id, rating, sum(delta) AS delta FROM (
        SELECT mod_id, rating, 1 AS delta FROM after_rows WHERE status = 'approved' AND NOT is_given AND NOT is_refunded
        UNION ALL
        SELECT mod_id, rating, -1 FROM before_rows WHERE status = 'approved' AND NOT is_given AND NOT is_refunded
      ) counted GROUP BY mod_id, rating
    ) summed WHERE delta <> 0;
  END IF;
  FOR change IN
    SELECT (entry ->> 0)::int AS mod_id, sum((entry ->> 2)::int)::int AS delta,
      sum((entry ->> 1)::int * (entry ->> 2)::int)::int AS stars,
      array_agg((entry ->> 1)::int) AS ratings, array_agg((entry ->> 2)::int) AS counts
    FROM jsonb_array_elements(coalesce(changes, '[]')) AS entry GROUP BY 1 ORDER BY 1
  LOOP
    UPDATE mods SET rating_count = rating_count + change.delta, rating_sum = rating_sum + change.stars,
      star_counts = (
        SELECT array_agg(star_counts[star] + coalesce(
          (SELECT sum(n) FROM unnest(change.ratings, change.counts) AS c(rating, n) WHERE rating = star), 0) ORDER BY star)
        FROM generate_series(1, 5) AS star)
    WHERE id = change.mod_id;
  END LOOP;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER reviews_counted_new AFTER INSERT ON reviews REFERENCING NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();--> statement-breakpoint
CREATE TRIGGER reviews_counted_gone AFTER DELETE ON reviews REFERENCING OLD TABLE AS before_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();--> statement-breakpoint
CREATE TRIGGER reviews_counted_again AFTER UPDATE ON reviews REFERENCING OLD TABLE AS before_rows NEW TABLE AS after_rows
  FOR EACH STATEMENT EXECUTE FUNCTION count_ratings();--> statement-breakpoint
CREATE FUNCTION count_review_votes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    UPDATE reviews SET helpful_count = helpful_count + 1 WHERE id = NEW.review_id;
  ELSE
    UPDATE reviews SET helpful_count = helpful_count - 1 WHERE id = OLD.review_id;
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_votes_counted AFTER INSERT OR DELETE ON review_votes
  FOR EACH ROW EXECUTE FUNCTION count_review_votes();--> statement-breakpoint
CREATE FUNCTION count_review_reports() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  delta integer := 0;
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.closed_at IS NULL THEN delta := delta - 1; END IF;
  IF TG_OP <> 'DELETE' AND NEW.closed_at IS NULL THEN delta := delta + 1; END IF;
  IF delta <> 0 THEN
    UPDATE reviews SET open_reports = open_reports + delta WHERE id = coalesce(NEW.review_id, OLD.review_id);
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER review_reports_counted AFTER INSERT OR DELETE OR UPDATE OF closed_at ON review_reports
  FOR EACH ROW EXECUTE FUNCTION count_review_reports();--> statement-breakpoint
-- A refund, a repeated purchase, a gift or a won dispute changes what the author's review counts for.
CREATE FUNCTION mark_review_of_copy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE reviews SET
    is_verified = copies.bought,
    is_given = CASE WHEN copies.bought OR copies.returned AND NOT copies.given THEN false ELSE is_given OR copies.given END,
    is_refunded = copies.returned AND NOT copies.bought AND NOT copies.given
  FROM (
    SELECT coalesce(bool_or(source = 'purchase' AND revoked_at IS NULL), false) AS bought,
      coalesce(bool_or(source = 'grant' AND revoked_at IS NULL), false) AS given,
      coalesce(bool_or(source = 'purchase' AND revoke_reason IN ('refund', 'dispute', 'withdrawal')), false) AS returned
    FROM entitlements WHERE user_id = NEW.user_id AND mod_id = NEW.mod_id
  ) copies
  WHERE reviews.user_id = NEW.user_id AND reviews.mod_id = NEW.mod_id;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER entitlements_mark_review AFTER INSERT OR UPDATE OF revoked_at ON entitlements
  FOR EACH ROW EXECUTE FUNCTION mark_review_of_copy();--> statement-breakpoint
UPDATE mods SET star_counts = counted.stars, rating_count = counted.count, rating_sum = counted.sum FROM (
  SELECT m.id, count(r.id)::int AS count, coalesce(sum(r.rating), 0)::int AS sum,
    array[count(*) FILTER (WHERE r.rating = 1), count(*) FILTER (WHERE r.rating = 2), count(*) FILTER (WHERE r.rating = 3),
      count(*) FILTER (WHERE r.rating = 4), count(*) FILTER (WHERE r.rating = 5)]::int[] AS stars
  FROM mods m LEFT JOIN reviews r ON r.mod_id = m.id AND r.status = 'approved' GROUP BY m.id
) counted WHERE counted.id = mods.id AND (counted.count > 0 OR mods.rating_count > 0);
