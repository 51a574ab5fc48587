SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "copies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"split_id" integer NOT NULL,
	"mark_id" integer NOT NULL,
	"tail_version" text NOT NULL,
	"object_key" text NOT NULL,
	"ready_at" timestamp with time zone,
	"size_bytes" bigint,
	"sha256" text,
	"failure" text,
	"used_at" timestamp with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "copies_ready" CHECK (("copies"."ready_at" is null) = ("copies"."size_bytes" is null))
);
--> statement-breakpoint
CREATE TABLE "copy_marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "copy_marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"code" uuid DEFAULT gen_random_uuid() NOT NULL,
	"mod_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"entitlement_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_splits" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "release_splits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"key_id" text NOT NULL,
	"plan_id" uuid DEFAULT gen_random_uuid() NOT NULL,
	"ready_at" timestamp with time zone,
	"body_key" text,
	"body_bytes" bigint,
	"body_hash" text,
	"plan_key" text,
	"plan_bytes" integer,
	"capacity" jsonb,
	"failure" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "release_splits_ready" CHECK (("release_splits"."ready_at" is null) = ("release_splits"."body_key" is null) and ("release_splits"."ready_at" is null) = ("release_splits"."plan_key" is null) and ("release_splits"."ready_at" is null) = ("release_splits"."capacity" is null))
);
--> statement-breakpoint
CREATE TABLE "traces" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "traces_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" text,
	"object_key" text,
	"mod_id" integer,
	"findings" jsonb,
	"failure" text,
	"started_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "traces_size" CHECK ("traces"."size_bytes" > 0),
	CONSTRAINT "traces_end" CHECK ("traces"."finished_at" is null or "traces"."findings" is not null or "traces"."failure" is not null),
	CONSTRAINT "traces_file_is_deleted" CHECK ("traces"."finished_at" is null or "traces"."object_key" is null)
);
--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_split" FOREIGN KEY ("split_id") REFERENCES "public"."release_splits"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copies" ADD CONSTRAINT "copies_mark" FOREIGN KEY ("mark_id") REFERENCES "public"."copy_marks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_marks" ADD CONSTRAINT "copy_marks_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_marks" ADD CONSTRAINT "copy_marks_user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "copy_marks" ADD CONSTRAINT "copy_marks_entitlement" FOREIGN KEY ("entitlement_id") REFERENCES "public"."entitlements"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "release_splits" ADD CONSTRAINT "release_splits_release" FOREIGN KEY ("release_id") REFERENCES "public"."mod_releases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traces" ADD CONSTRAINT "traces_mod" FOREIGN KEY ("mod_id") REFERENCES "public"."mods"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "traces" ADD CONSTRAINT "traces_started_by" FOREIGN KEY ("started_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "copies_once" ON "copies" USING btree ("split_id","mark_id");--> statement-breakpoint
CREATE UNIQUE INDEX "copies_object" ON "copies" USING btree ("object_key");--> statement-breakpoint
CREATE INDEX "copies_of_mark" ON "copies" USING btree ("mark_id");--> statement-breakpoint
CREATE INDEX "copies_to_sweep" ON "copies" USING btree ("used_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "copy_marks_code" ON "copy_marks" USING btree ("code");--> statement-breakpoint
CREATE UNIQUE INDEX "copy_marks_once" ON "copy_marks" USING btree ("user_id","mod_id");--> statement-breakpoint
CREATE INDEX "copy_marks_of_mod" ON "copy_marks" USING btree ("mod_id","id");--> statement-breakpoint
CREATE INDEX "copy_marks_of_entitlement" ON "copy_marks" USING btree ("entitlement_id");--> statement-breakpoint
CREATE INDEX "copy_marks_at" ON "copy_marks" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "release_splits_once_per_key" ON "release_splits" USING btree ("release_id","key_id");--> statement-breakpoint
CREATE UNIQUE INDEX "release_splits_plan" ON "release_splits" USING btree ("plan_id");--> statement-breakpoint
CREATE INDEX "traces_at" ON "traces" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "traces_of_mod" ON "traces" USING btree ("mod_id");--> statement-breakpoint
CREATE INDEX "traces_by_starter" ON "traces" USING btree ("started_by");