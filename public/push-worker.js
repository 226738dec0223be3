// Shows the notifications that the server pushes to this browser, and opens them. Registered once a person turns them on.
// Handles no requests and caches nothing.

self.addEventListener('push', (event) => event.waitUntil(show(event.data.json())))
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data.contact))
})

async function show({ id, title, body, contact }) {
  const dashboards = await listDashboards()
  // People who look at the dashboard see it there.
  if (dashboards.some(({ focused }) => focused)) return
  await self.registration.showNotification(title, { body, tag: id, icon: '/icon-192.png', data: { contact } })
}

async function open(contact) {
  const [dashboard] = await listDashboards()
  if (dashboard === undefined) {
    await self.clients.openWindow(
      `/login?${contact ? `contact=${encodeURIComponent(contact)}` : 'tab=notifications'}`,
    )
    return
  }
  // The page opens it itself, so that nothing typed is lost.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a client, not a window
  dashboard.postMessage({ openContact: contact })
  await dashboard.focus()
}

async function listDashboards() {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  return windows.filter(({ url }) => new URL(url).pathname === '/login')
}
