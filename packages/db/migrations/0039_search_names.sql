SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- A generated column cannot be changed in place. The table has a row per mod, which people write by hand: it is rewritten in
-- milliseconds, and no version of the store sees it without the column.
-- squawk-ignore-file require-concurrent-index-creation, require-concurrent-index-deletion, ban-drop-column, adding-field-with-default
ALTER TABLE "mods" ADD COLUMN "category_name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "configuration_names" text DEFAULT '' NOT NULL;--> statement-breakpoint
UPDATE "mods" SET
	"category_name" = (SELECT "name" FROM "categories" WHERE "id" = "mods"."category_id"),
	"configuration_names" = coalesce((SELECT string_agg("name", ' ' ORDER BY "sort_order") FROM "mod_configurations" WHERE "mod_id" = "mods"."id"), '');--> statement-breakpoint
-- Its indexes go with it. The one of the default order stays without the search words, whose length was its limit.
ALTER TABLE "mods" drop column "search_words";--> statement-breakpoint
ALTER TABLE "mods" ADD COLUMN "search_words" "tsvector" GENERATED ALWAYS AS (setweight(to_tsvector('simple', make || ' ' || title), 'A') || setweight(to_tsvector('simple', words_of(tags) || ' ' || words_of(body_styles) || ' ' || category_name || ' ' || configuration_names), 'B') || setweight(to_tsvector('english', description), 'C')) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "mods_popular" ON "mods" USING btree ("rating_count" DESC NULLS FIRST,"id" DESC NULLS FIRST,"category_id","current_price_cents","included_with_premium","drivetrains","body_styles","power_bands","tags") WHERE status = 'published';--> statement-breakpoint
CREATE INDEX "mods_by_words" ON "mods" USING gin ("search_words") WHERE status = 'published';
