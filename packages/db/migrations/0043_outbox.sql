SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"is_bulk" boolean DEFAULT false NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"user_id" integer,
	"address" text,
	"payload" jsonb,
	"about" text,
	"key" text,
	"message_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"not_before" timestamp with time zone,
	"claimed_by" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "outbox_kind_known" CHECK ("outbox"."kind" in ('account', 'orders', 'subscriptions', 'tickets', 'reviews', 'releases', 'wishlist', 'newsletter', 'discord', 'alerts')),
	CONSTRAINT "outbox_state_known" CHECK ("outbox"."state" in ('waiting', 'sending', 'sent', 'failed', 'withdrawn')),
	CONSTRAINT "outbox_end" CHECK (("outbox"."state" in ('waiting', 'sending')) = ("outbox"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "outbox_holds" (
	"kind" text PRIMARY KEY NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "outbox_holds_kind_known" CHECK ("outbox_holds"."kind" in ('account', 'orders', 'subscriptions', 'tickets', 'reviews', 'releases', 'wishlist', 'newsletter', 'discord', 'alerts', 'publication', 'roles'))
);
--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "is_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "audience_up_to" integer;--> statement-breakpoint
ALTER TABLE "newsletters" ADD COLUMN "audience_fixed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "worker_heartbeats" ADD COLUMN "pools" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_open_key" ON "outbox" USING btree ("key") WHERE key is not null and settled_at is null;--> statement-breakpoint
CREATE INDEX "outbox_settled_key" ON "outbox" USING btree ("key") WHERE key is not null and settled_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_open" ON "outbox" USING btree ("kind","id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "outbox_open_about" ON "outbox" USING btree ("about") WHERE about is not null and settled_at is null;--> statement-breakpoint
CREATE INDEX "outbox_settled" ON "outbox" USING btree ("settled_at") WHERE settled_at is not null;--> statement-breakpoint
CREATE INDEX "outbox_of_user" ON "outbox" USING btree ("user_id") WHERE user_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_of_address" ON "outbox" USING btree (lower(address)) WHERE address is not null;--> statement-breakpoint
UPDATE "newsletters" n SET "audience_fixed_at" = n."started_at"
WHERE n."started_at" IS NOT NULL AND (n."state" IN ('done', 'canceled')
  OR EXISTS (SELECT FROM "newsletter_recipients" r WHERE r."newsletter_id" = n."id"));
