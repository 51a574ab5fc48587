import pg from 'pg'

const USERS = 10_000

/** Adds enough users and sessions that they do not fit on one database page. None of them can sign in. */
export const addManyUsers = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      insert into users (username, email) select 'bench_' || n, 'bench_' || n || '@customer.example'
      from generate_series(1, ${USERS}) n`)
    await client.query(`
      insert into sessions (user_id, cookie_hash, method, ip, user_agent, expires_at)
      select id, 'bench ' || id, 'password', '127.0.0.1', 'bench', now() + interval '1 day'
      from users where username like 'bench\\_%'`)
    await client.query('analyze users, sessions')
  } finally {
    await client.end()
  }
}
