SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "mail_consents" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_consents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"promotion" text NOT NULL,
	"is_given" boolean NOT NULL,
	"wording" text NOT NULL,
	"source" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_suppressions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mail_suppressions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"address" text NOT NULL,
	"reason" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "newsletter_recipients" (
	"newsletter_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"address" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"claim" uuid,
	"claimed_at" timestamp with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"note" text,
	CONSTRAINT "newsletter_recipients_once" PRIMARY KEY("newsletter_id","user_id"),
	CONSTRAINT "newsletter_recipients_state_known" CHECK ("newsletter_recipients"."state" in ('waiting', 'sending', 'accepted', 'refused', 'unknown', 'skipped'))
);
--> statement-breakpoint
CREATE TABLE "newsletters" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "newsletters_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"form" jsonb NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_at" timestamp with time zone,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"problem" text,
	"counts" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "newsletters_state_known" CHECK ("newsletters"."state" in ('draft', 'scheduled', 'missed', 'sending', 'paused', 'done', 'canceled')),
	CONSTRAINT "newsletters_schedule" CHECK ("newsletters"."state" <> 'scheduled' or "newsletters"."scheduled_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "mail_templates" (
	"name" text PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"intro" text NOT NULL,
	"outro" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "wishlist_news" (
	"user_id" integer NOT NULL,
	"mod_id" integer NOT NULL,
	"event" text NOT NULL,
	"sent_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "wishlist_news_once" PRIMARY KEY("user_id","mod_id","event")
);
--> statement-breakpoint
ALTER TABLE "mail_consents" ADD CONSTRAINT "mail_consents_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_newsletter" FOREIGN KEY ("newsletter_id") REFERENCES "public"."newsletters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "newsletter_recipients" ADD CONSTRAINT "newsletter_recipients_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "wishlist_news" ADD CONSTRAINT "wishlist_news_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mail_consents_of_user" ON "mail_consents" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "mail_suppressions_address" ON "mail_suppressions" USING btree ("address");--> statement-breakpoint
CREATE UNIQUE INDEX "newsletter_recipients_address" ON "newsletter_recipients" USING btree ("newsletter_id","address");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_state" ON "newsletter_recipients" USING btree ("newsletter_id","state","user_id");--> statement-breakpoint
CREATE INDEX "newsletter_recipients_of_user" ON "newsletter_recipients" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "newsletters_due" ON "newsletters" USING btree ("scheduled_at") WHERE state = 'scheduled';--> statement-breakpoint
CREATE INDEX "wishlist_news_of_mod" ON "wishlist_news" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "wishlist_news_latest" ON "wishlist_news" USING btree ("user_id","sent_at");