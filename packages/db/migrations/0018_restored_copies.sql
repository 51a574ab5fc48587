SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "restored_copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "restored_copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"backup_id" text NOT NULL,
	"restored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"released_at" timestamp with time zone
);
