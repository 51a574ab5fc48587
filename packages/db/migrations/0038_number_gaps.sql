SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "number_gaps" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "number_gaps_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"copy_id" integer NOT NULL,
	"series" text NOT NULL,
	"year" integer NOT NULL,
	"first_place" bigint NOT NULL,
	"last_place" bigint NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "number_gaps_series_known" CHECK ("number_gaps"."series" in ('orders', 'invoices', 'credit_notes', 'accounts', 'tickets')),
	CONSTRAINT "number_gaps_direction" CHECK ("number_gaps"."last_place" >= "number_gaps"."first_place")
);
--> statement-breakpoint
ALTER TABLE "number_gaps" ADD CONSTRAINT "number_gaps_copy" FOREIGN KEY ("copy_id") REFERENCES "public"."restored_copies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "number_gaps_once" ON "number_gaps" USING btree ("copy_id","series");