import pg from 'pg'

/** Gives every user a cart of up to five mods. The demo customer, whose cart is measured, has three. */
export const addManyCarts = async (connectionString: string) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query(`
      insert into cart_items (user_id, mod_id)
      select users.id, chosen.id from users
      cross join lateral (
        select id from mods where status = 'published' order by id
        limit case when users.username = 'demo_customer' then 3 else users.id % 6 end
      ) chosen
      on conflict do nothing`)
    await client.query('insert into carts (user_id) select distinct user_id from cart_items on conflict do nothing')
    await client.query('analyze cart_items, carts')
  } finally {
    await client.end()
  }
}
