SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "strays" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "strays_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"reference" uuid NOT NULL,
	"stripe_id" text NOT NULL,
	"number" text,
	"account_id" integer,
	"amount_cents" integer NOT NULL,
	"sold_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"problem" text,
	"settled_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"decided_by" integer,
	"decided_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "strays_kind_known" CHECK ("strays"."kind" in ('order', 'subscription')),
	CONSTRAINT "strays_state_known" CHECK ("strays"."state" in ('open', 'adopting', 'refunding', 'adopted', 'refunded'))
);
--> statement-breakpoint
ALTER TABLE "strays" ADD CONSTRAINT "strays_decided_by" FOREIGN KEY ("decided_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "strays_reference" ON "strays" USING btree ("reference");