SET LOCAL lock_timeout = '3s';--> statement-breakpoint
CREATE TABLE "visit_batches" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "visit_batches_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" uuid NOT NULL,
	"events" integer NOT NULL,
	"dropped" integer NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone,
	CONSTRAINT "visit_batches_key" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "visit_counts" (
	"part" text NOT NULL,
	"grain" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "visit_counts_part_grain_starts_at_name_pk" PRIMARY KEY("part","grain","starts_at","name")
);
--> statement-breakpoint
CREATE TABLE "visit_events" (
	"at" timestamp with time zone NOT NULL,
	"batch" bigint NOT NULL,
	"visitor" bigint NOT NULL,
	"kind" text NOT NULL,
	"is_bot" boolean NOT NULL,
	"device" text NOT NULL,
	"country" text,
	"page" text,
	"mod_id" integer,
	"referrer" text,
	"term" text,
	"found" boolean,
	"vital" text,
	"value" real
) PARTITION BY RANGE ("at");
--> statement-breakpoint
CREATE TABLE "visit_routes" (
	"hour" timestamp with time zone NOT NULL,
	"route" text NOT NULL,
	"bucket" integer NOT NULL,
	"requests" integer NOT NULL,
	"failures" integer NOT NULL,
	CONSTRAINT "visit_routes_hour_route_bucket_pk" PRIMARY KEY("hour","route","bucket")
);
--> statement-breakpoint
CREATE TABLE "visit_salts" (
	"day" date PRIMARY KEY NOT NULL,
	"salt" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "visit_seen" (
	"visitor" bigint NOT NULL,
	"stage" text NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "visit_seen_visitor_stage_pk" PRIMARY KEY("visitor","stage")
);
--> statement-breakpoint
CREATE INDEX "visit_batches_open" ON "visit_batches" USING btree ("id") WHERE counted_at is null;--> statement-breakpoint
CREATE INDEX "visit_batches_last" ON "visit_batches" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "visit_events_at" ON "visit_events" USING brin ("at");--> statement-breakpoint
CREATE INDEX "visit_events_batch" ON "visit_events" USING brin ("batch");--> statement-breakpoint
CREATE INDEX "visit_seen_first" ON "visit_seen" USING brin ("first_at");--> statement-breakpoint
-- Takes what no month takes, so that a wrong clock loses nothing. An alert says when it is not empty.
CREATE TABLE "visit_events_other" PARTITION OF "visit_events" DEFAULT;--> statement-breakpoint
-- Creates partitions; 0 is this month. The job visits.months calls it every night.
CREATE FUNCTION add_visit_months(first integer, last integer) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  month timestamp;
BEGIN
  FOR month IN
    SELECT date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => n) FROM generate_series(first, last) n
  LOOP
    EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF visit_events FOR VALUES FROM (%L) TO (%L)',
      'visit_events_' || to_char(month, 'YYYY_MM'), month AT TIME ZONE 'UTC', (month + interval '1 month') AT TIME ZONE 'UTC');
  END LOOP;
END $$;--> statement-breakpoint
SELECT add_visit_months(0, 2);
