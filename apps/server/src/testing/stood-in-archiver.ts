import { openDatabase } from '@slipstream/db/client'

/** A database whose tables and functions of the schema "archiver" hide PostgreSQL's own, which no test can set. */
export const openWithArchiver = (url: string) =>
  openDatabase({
    url: `${url}?options=${encodeURIComponent('-c search_path=archiver,pg_catalog,public')}`,
    applicationName: 'slipstream-test',
    maxConnections: 1,
    onIdleError: () => {},
  })
