import { services } from '../site.config.ts'
import { index, layout, route, type RouteConfig } from '@react-router/dev/routes'

/** Every page address of the product (specification, section 2, "Routes"). */
export default [
  layout('site/site-layout.tsx', [
    index('routes/home.tsx'),
    route('services', 'routes/services.tsx'),
    ...services.map(({ id }) => route(`services/${id}`, `routes/services.${id}.tsx`)),
    route('our-work', 'routes/our-work.tsx'),
    route('our-work/:id', 'routes/our-work.$id.tsx'), // a case page; an unknown id gets status 404
    route('about', 'routes/about.tsx'),
    route('blog', 'routes/blog.tsx'), // published posts only
    route('blog/:slug', 'routes/blog.$slug.tsx'), // a missing post redirects to /404
    route('pricing', 'routes/pricing.tsx'),
    route('contact', 'routes/contact.tsx'), // its action takes the form when scripts do not run
    route('schedule', 'routes/schedule.tsx'), // books a call, with plain forms
    route('schedule/:token', 'routes/schedule.$token.tsx'), // moves or cancels it
    route('privacy', 'routes/privacy.tsx'), // opened in a new tab by the text-consent note
    route('terms', 'routes/terms.tsx'),
    route('404', 'routes/not-found.tsx', { id: 'not-found' }), // status 404
    route('*', 'routes/not-found.tsx', { id: 'anything-else' }), // also performs the legacy redirects
  ]),
  route('free-times', 'routes/free-times-panel.tsx'), // the first step of booking, which the home page loads
  route('schedule/:token/invite.ics', 'routes/invite.ts'), // the call as a calendar file
  route('sitemap.xml', 'routes/sitemap.ts'),
  route('robots.txt', 'routes/robots.ts'),
  route('rss.xml', 'routes/rss.ts'), // the blog as a feed, in three formats
  route('atom.xml', 'routes/atom.ts'),
  route('feed.json', 'routes/json-feed.ts'),
  route('.well-known/security.txt', 'routes/security-txt.ts'),
  route('login', 'routes/login.tsx'), // sign-in, then the staff dashboard
  route('sandbox/mail', 'routes/sandbox.mail.tsx'), // managers, while mail is simulated; otherwise 404
  route('sandbox/phone', 'routes/sandbox.phone.tsx'), // managers, while the carrier is simulated; otherwise 404
] satisfies RouteConfig
