SET LOCAL lock_timeout = '3s';--> statement-breakpoint
-- The checks come with their new columns, so they are valid at once. Galleries are small: the scan takes milliseconds.
ALTER TABLE "mod_pictures" ADD COLUMN "kind" text DEFAULT 'studio' NOT NULL CONSTRAINT "mod_pictures_kind_known" CHECK ("kind" in ('studio', 'in_game'));--> statement-breakpoint
ALTER TABLE "mod_pictures" ADD COLUMN "caption" text CONSTRAINT "mod_pictures_caption_length" CHECK (char_length("caption") between 1 and 120);
