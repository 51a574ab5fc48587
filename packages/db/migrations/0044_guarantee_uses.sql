SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "guarantee_uses" (
	"kind" text NOT NULL,
	"hash" text NOT NULL,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "guarantee_uses_key" PRIMARY KEY("kind","hash"),
	CONSTRAINT "guarantee_uses_kind_known" CHECK ("guarantee_uses"."kind" in ('address', 'claimed_address', 'discord', 'card'))
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "card_fingerprint" text;--> statement-breakpoint
CREATE INDEX "guarantee_uses_by_time" ON "guarantee_uses" USING btree ("used_at");