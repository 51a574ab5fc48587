import { openDatabase } from '@slipstream/db/client'

/** A database whose schema "archiver" shadows PostgreSQL's own tables and functions, which no test can change. */
export const openWithArchiver = (url: string) =>
  openDatabase({
    url: `${url}?options=${encodeURIComponent('-c search_path=archiver,pg_catalog,public')}`,
    applicationName: 'slipstream-test',
    maxConnections: 1,
    onIdleError: () => {},
  })
