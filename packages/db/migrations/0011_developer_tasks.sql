SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "developer_tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "developer_tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"description" text,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "developer_tasks_status_known" CHECK ("developer_tasks"."status" in ('open', 'in_progress', 'done'))
);
