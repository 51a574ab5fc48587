SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "ticket_attachments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_attachments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"message_id" integer,
	"uploader_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"object_key" text NOT NULL,
	"size_bytes" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_attachments_kind_known" CHECK ("ticket_attachments"."kind" in ('picture', 'log'))
);
--> statement-breakpoint
CREATE TABLE "ticket_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"kind" text NOT NULL,
	"actor_id" integer,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"data" jsonb DEFAULT '{}'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ticket_links" (
	"hash" text PRIMARY KEY NOT NULL,
	"ticket_id" integer NOT NULL,
	"mail" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ticket_links_mail_known" CHECK ("ticket_links"."mail" in ('received', 'answer'))
);
--> statement-breakpoint
CREATE TABLE "ticket_messages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"author_kind" text NOT NULL,
	"author_id" integer,
	"body" text NOT NULL,
	"client_key" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"words" "tsvector" GENERATED ALWAYS AS (to_tsvector('english', body)) STORED NOT NULL,
	CONSTRAINT "ticket_messages_author_known" CHECK ("ticket_messages"."author_kind" in ('customer', 'staff', 'store'))
);
--> statement-breakpoint
CREATE TABLE "ticket_notes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ticket_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"ticket_id" integer NOT NULL,
	"author_id" integer NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tickets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer,
	"guest_email" text,
	"guest_name" text,
	"client_key" text NOT NULL,
	"subject" text NOT NULL,
	"category" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"assignee_id" integer,
	"order_id" integer,
	"mod_id" integer,
	"request_id" text,
	"snoozed_until" timestamp with time zone,
	"merged_into_id" integer,
	"rating" integer,
	"rating_comment" text DEFAULT '' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"last_message_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tickets_category_known" CHECK ("tickets"."category" in ('general', 'order', 'refund', 'mod', 'privacy', 'account')),
	CONSTRAINT "tickets_status_known" CHECK ("tickets"."status" in ('open', 'waiting', 'solved', 'spam')),
	CONSTRAINT "tickets_rating" CHECK ("tickets"."rating" between 1 and 5),
	CONSTRAINT "tickets_not_merged_into_itself" CHECK ("tickets"."merged_into_id" <> "tickets"."id"),
	CONSTRAINT "tickets_user_or_guest" CHECK ("tickets"."user_id" is null or "tickets"."guest_email" is null)
);
--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_message" FOREIGN KEY ("message_id") REFERENCES "public"."ticket_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_attachments" ADD CONSTRAINT "ticket_attachments_uploader" FOREIGN KEY ("uploader_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_ticket" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_events" ADD CONSTRAINT "ticket_events_actor" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_links" ADD CONSTRAINT "ticket_links_ticket" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_ticket" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_messages" ADD CONSTRAINT "ticket_messages_author" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_notes" ADD CONSTRAINT "ticket_notes_ticket" FOREIGN KEY ("ticket_id") REFERENCES "public"."tickets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_notes" ADD CONSTRAINT "ticket_notes_author" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_assignee" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_order" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_merged_into" FOREIGN KEY ("merged_into_id") REFERENCES "public"."tickets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_attachments_object" ON "ticket_attachments" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_message" ON "ticket_attachments" USING btree ("message_id") WHERE message_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_attachments_of_uploader" ON "ticket_attachments" USING btree ("uploader_id","created_at");--> statement-breakpoint
CREATE INDEX "ticket_attachments_unsent" ON "ticket_attachments" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "ticket_events_of_ticket" ON "ticket_events" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_events_of_actor" ON "ticket_events" USING btree ("actor_id") WHERE actor_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_events_by_time" ON "ticket_events" USING btree ("at","kind");--> statement-breakpoint
CREATE INDEX "ticket_links_of_ticket" ON "ticket_links" USING btree ("ticket_id");--> statement-breakpoint
CREATE INDEX "ticket_links_of_email" ON "ticket_links" USING btree ("email","created_at");--> statement-breakpoint
CREATE INDEX "ticket_links_over" ON "ticket_links" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ticket_messages_client_key" ON "ticket_messages" USING btree ("ticket_id","client_key");--> statement-breakpoint
CREATE INDEX "ticket_messages_of_ticket" ON "ticket_messages" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_of_author" ON "ticket_messages" USING btree ("author_id") WHERE author_id is not null;--> statement-breakpoint
CREATE INDEX "ticket_messages_newest" ON "ticket_messages" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "ticket_messages_words" ON "ticket_messages" USING gin ("words");--> statement-breakpoint
CREATE INDEX "ticket_notes_of_ticket" ON "ticket_notes" USING btree ("ticket_id","id");--> statement-breakpoint
CREATE INDEX "ticket_notes_of_author" ON "ticket_notes" USING btree ("author_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_client_key" ON "tickets" USING btree ("user_id","client_key");--> statement-breakpoint
CREATE UNIQUE INDEX "tickets_guest_key" ON "tickets" USING btree ("guest_email","client_key");--> statement-breakpoint
CREATE INDEX "tickets_of_user" ON "tickets" USING btree ("user_id","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_by_status" ON "tickets" USING btree ("status","last_message_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tickets_last_message" ON "tickets" USING btree ("last_message_at","id");--> statement-breakpoint
CREATE INDEX "tickets_of_assignee" ON "tickets" USING btree ("assignee_id") WHERE assignee_id is not null;--> statement-breakpoint
CREATE INDEX "tickets_of_order" ON "tickets" USING btree ("order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "tickets_of_mod" ON "tickets" USING btree ("mod_id") WHERE mod_id is not null;--> statement-breakpoint
CREATE INDEX "tickets_merged" ON "tickets" USING btree ("merged_into_id") WHERE merged_into_id is not null;