export interface DemoPost {
  title: string
  slug: string
  excerpt: string
  metaDescription: string
  content: string
  featuredImage: string | null
  /** How many days before the first start it seems to have been written. */
  daysAgo: number
}

/** The articles a new installation starts with, newest first. Their covers are drawings under `public/covers`. */
export const demoPosts: readonly DemoPost[] = [
  {
    title: 'Automate the dullest task first',
    slug: 'ai-automation-automate-the-dullest-task-first',
    excerpt:
      'The best first automation is small, frequent and slightly embarrassing. Here is how to find it in an hour.',
    metaDescription:
      'How to choose the first task to automate in a small business: three marks to look for, a three-step trial, and when to stop.',
    featuredImage: '/covers/ai-automation-automate-the-dullest-task-first.svg',
    daysAgo: 6,
    content: `Ask a team what they would automate and they describe the hardest thing they do. It is the wrong place to begin. Hard work is full of judgment, and judgment is the last thing to hand over. Dull work is full of rules, and rules are what software keeps best.

The dull task is also the one nobody mentions. It takes four minutes, it happens all day, and it has been done the same way since somebody left and somebody else inherited the spreadsheet. You find it by watching, not by asking.

## Look for three marks

Sit beside the person who opens the mail and answers the phone. Bring a notebook. Over an hour, write down each task that carries all three of these marks. A task with only two goes on the list for later.

- **Frequent.** It happens at least once a day, so a small saving adds up within a month.
- **Bounded.** You could teach it to a new hire on a single sheet of paper.
- **Forgiving.** A mistake is annoying, visible and easy to fix.

Copying inquiries from an inbox into a list is the usual winner. So is sending the same directions to the same parking lot, renaming photographs of finished jobs, or moving Friday's appointments when the forecast turns. Nobody is proud of these tasks, which is why nobody has fixed them.

Payroll is frequent and bounded, but it is not forgiving. Leave it alone for now. A diagnosis, an estimate for a roof, an apology to a customer: none of these is bounded. Leave those alone for good.

## Write the sheet of paper

Before any software, write the single sheet. What starts the task? What does the person look at? What do they decide, and from what? Where does the result go? If the sheet runs onto a second page, the task is really two tasks. Pick the duller one.

The sheet is worth having even if you automate nothing. It is the first time most businesses see their own rules in ink, and it usually shows a step that no longer serves anyone. Strike that step out. The cheapest automation is the one you delete.

## Then run it beside a person

Do not switch it on and walk away. A trial takes three steps, and each one earns the next.

1. Shadow for a week. The automation drafts and the person sends. Every edit they make becomes a rule or shows you a missing one.

2. Swap places. The automation sends and the person checks one in ten. If the checks become boring, that is the result you wanted.

3. Keep one gate. Leave a single approval at the point where money or a promise changes hands. Keep it permanently.

During the shadow week, count the edits. Falling edits mean the rules are settling. If the count stays flat after five days, the task had more judgment in it than you thought. Stop, keep the sheet of paper, and choose another.

## Write down what you got back

Note the hours before and after, in the same unit and by the same person. Do it in the second month, once the novelty has worn off and the first odd case has turned up.

If the number is small, say so and stop. If it is large, you have just written the case for the next one, in your own figures, from your own front desk. That sheet will persuade a skeptical partner faster than anything we could show you.`,
  },
  {
    title: 'Six cities, one business profile',
    slug: 'seo-marketing-six-cities-one-business-profile',
    excerpt: 'What to keep identical, what to change, and why your hours matter more than your adjectives.',
    metaDescription:
      'Local search for a business that serves several coastal North Carolina cities from one address: what to keep the same and what to vary.',
    featuredImage: '/covers/seo-marketing-six-cities-one-business-profile.svg',
    daysAgo: 19,
    content: `Plenty of businesses around here work from one shop and serve six cities. The truck leaves Wilmington and is in Leland by eight, Hampstead by ten and Southport after lunch. On a map search, though, the shop has one pin. The owner wonders whether to rent five mailboxes.

Please do not rent five mailboxes. A profile for an address where nobody works breaks the rules of every map service, and it tends to be found and removed on the week you can least afford it. One honest profile, kept well, can serve the whole stretch of coast.

## Keep these identical everywhere

Search engines compare what they read about you. When two sources disagree, they trust both a little less. Four things must match to the letter on your site, your profile and every directory that lists you.

- The business name, without added keywords. If the sign says Marsh Street Plumbing, so does the profile.
- The street address, or no street address if customers never come to you. Service businesses may hide it and list areas instead.
- The phone number. One number, with a local area code, that a person or a good assistant answers.
- The hours, including holidays and the days around a storm.

Hours deserve more care than they get. A customer who drives to a locked door does not come back, and says so in public. If you close early on the Friday of the Azalea Festival, change the hours on Thursday. It takes one minute.

## Change these on purpose

Everything else may vary, and some of it should. What a customer in Carolina Beach needs from a roofer is not what a customer in Leland needs. One has salt and wind, the other has a new subdivision and an association with opinions about color.

Give each city its own page only when you have something true to say about it. A page that swaps the city's name and keeps every other word is a waste of an afternoon, and readers can tell. A useful city page answers questions like these.

1. How long does it take you to get there, and on which days are you usually in the area?

2. Which jobs do you do most often there, and what makes them different from the same jobs in town?

3. Which permit office, association or bridge schedule will affect the work?

4. What did a finished job there look like? Show your own photograph, with the street left out.

If you cannot fill in two of the four, do not publish the page yet. Work there for another season and take a camera.

## Ask for reviews the boring way

The best time to ask is when the customer says thank you. The second best is the same evening, in a short message with a direct link. Never offer anything in return, and never ask only the people you are sure of. A profile with nothing but perfect reviews posted on one weekend looks exactly like what it is.

Answer every review within a day or two. For praise, one specific sentence is enough. For a complaint, give the fact, the remedy and a phone number, and then stop typing. The reply is not for the person who complained. It is for the next two hundred people reading.

## What to measure

Ignore your position for your own name. You will always win that one. Watch calls from the profile, requests for directions, and the cities those requests come from. If Hampstead grows and Southport does not, you know where to bring the camera next.

Look once a month. Local search moves like the tide in the marsh: slowly, all day, and only visible if you put a stake in the mud.`,
  },
  {
    title: 'What fits in a three-week website',
    slug: 'web-development-what-fits-in-a-three-week-website',
    excerpt:
      'A simple site takes us two to three weeks. This is where the days go, and what we leave out on purpose.',
    metaDescription:
      'Where the days go in a two-to-three-week small business website, what to prepare, and what is better left for month two.',
    featuredImage: '/covers/web-development-what-fits-in-a-three-week-website.svg',
    daysAgo: 34,
    content: `We tell people that a simple website takes two to three weeks. The usual reply is a raised eyebrow, in one of two directions. Some think three weeks is quick for something so important. Others know a nephew who could do it by Sunday. Both deserve to see where the days go.

Work starts within one to three business days of your approval. After that, the calendar looks roughly like this.

## Week one is mostly listening

1. The first two days go to questions. Who calls you today, and what do they ask? Which of those calls do you wish you had more of? Which would you happily never take again?

2. The third day is for words. We write the headline of every page before we draw anything. A page whose headline we cannot write is a page you do not need.

3. The rest of the week is for the plan: five to eight pages, the order of things on each one, and the single action each page should lead to.

Nothing from week one looks like a website yet. It looks like a list of sentences, and it is the part that decides whether the site works. Owners who stay close during these days rarely ask for changes later.

## Week two is for drawing and building

We design directly in the browser, at phone size first, because that is where most of your visitors will be standing. By midweek you can open a private address and see real pages with your real words. Not placeholder Latin, and no photograph of strangers shaking hands.

Pictures are the part people underestimate. A phone and an overcast morning are enough, if somebody cleans the lens and takes the time. Bring us forty photographs and we will use nine. The nine will be of your work, your place and your tools.

Search basics, analytics and secure hosting go in during the same week. They are not extras. A site nobody can find or measure is a brochure in a drawer.

## Week three is for the edges

This is when we try to break it. We fill in the form badly. We open the site on an old phone with a slow connection, turn the pictures off, and move through every page with only a keyboard. We read it aloud. Then we connect the form to the place where you actually look, which is often a phone and not an inbox.

The last day is a short lesson. You learn to change hours, swap a photograph and publish a post. Then it goes live, usually on a Tuesday, because nobody should launch anything on a Friday afternoon in hurricane season.

## What does not fit

Some things do not belong in three weeks, and pretending otherwise is how projects slip.

- A store with more than a handful of products. Photographs, shipping and tax rules take their own time.
- A customer portal or anything with accounts. That is custom software, and it takes four to eight weeks.
- A new name and logo, unless the decision is nearly made. Identity work goes better when it is not racing a launch date.
- Forty pages of old blog posts. Keep the six that people still read, and redirect the rest.

None of these is a reason to wait. Launch the small site, watch what people do with it for a month, and let that decide what comes next. A small site that is live teaches you more than a large one in a meeting.

## How to make it shorter

Have one person who can say yes. Gather your photographs, your logo file and the logins for your domain before the first day. And answer questions the day they arrive. In most projects the slowest part is not the drawing or the building. It is an email waiting for a reply.`,
  },
  {
    title: 'When a spreadsheet should become a portal',
    slug: 'custom-development-when-a-spreadsheet-should-become-a-portal',
    excerpt:
      'Four signs that the shared file has turned into software without anyone noticing, and what to build first.',
    metaDescription:
      'Four signs that a shared spreadsheet has become business software, how to replace it safely, and when to keep the spreadsheet.',
    featuredImage: '/covers/custom-development-when-a-spreadsheet-should-become-a-portal.svg',
    daysAgo: 52,
    content: `A spreadsheet is the best software most businesses ever buy. It opens at once, everyone can read it, and it bends to whatever you need that day. We would never tell you to stop using one. We would only ask what yours has become.

There is a moment when the shared file stops being a list and starts being the business. Jobs live there. Money lives there. If it vanished overnight, Monday would not happen. Nobody decided this. It grew, one column at a time.

## Four signs

- The file has rules that live in someone's head. Yellow means paid, unless it is a Tuesday customer. New people are trained by being told off.
- Two people are afraid to open it at the same time. Or they do open it, and on Thursday a row is gone.
- You send customers pieces of it. A screenshot, a copied row, a second file that was true on Monday.
- Someone spends the first hour of each day moving figures from it to somewhere else, and the last hour moving them back.

One of these is normal life. Two are a nuisance. Three mean that you are already running custom software. You simply did not get to choose how it works.

## Start with the sentence, not the screens

When a client brings us a file like this, we do not begin with features. We ask for one sentence: who needs to know what, and when? For a boatyard it might be: the owner needs to know when the boat goes back in the water, without calling. For a property manager: the cleaner needs to know which houses turn over on Saturday, before Friday noon.

That sentence is the first version. Not the whole file, not every column, only the one thing that causes the most phone calls. The rest of the spreadsheet carries on as before. It has earned its keep and can wait.

## The order that works

1. Discovery. We read the file with the person who looks after it and write down every rule, including the embarrassing ones. Half of the rules turn out to be habits.

2. Design. We draw the screens on paper and walk through a real week with them, including the day two people called in sick. Paper is cheap to change.

3. Development. We build the one sentence and bring your data across on a copy. For a while, both run side by side, and any difference between them is our problem to explain.

4. Ongoing support. Things change. A new county, a new price list, a second crew. Support is month to month, with no long-term contract, because the software should keep earning its place too.

Most applications like this take four to eight weeks. The time depends less on how clever the software is than on how many rules nobody had written down.

## Keep the way out

Whatever you build, ask two questions before you sign anything. Can I export everything, in a form I can open without you? And does it still work if one other company changes its prices? If the answer to either is a long pause, keep the spreadsheet.

You should be able to leave with your own records on any ordinary Wednesday. People who know that they can leave tend to stay, and for better reasons.

## When to keep the spreadsheet

If only one person uses it, keep it. If it changes shape every month because the business is still finding itself, keep it. If you like it, and nobody is calling you to ask what it says, keep it and buy the person who maintains it a good lunch.

Software is for the parts of the work that have settled. Let the rest stay loose.`,
  },
  {
    title: 'Post less, answer faster',
    slug: 'social-media-post-less-answer-faster',
    excerpt:
      'A small business does not need a content machine. It needs one good post a week and an answer before the question goes cold.',
    metaDescription:
      'A social media routine for small businesses: one useful post a week, fast replies, and a calendar that survives the busy season.',
    featuredImage: '/covers/social-media-post-less-answer-faster.svg',
    daysAgo: 71,
    content: `Somebody told you to post every day. You tried. For three weeks there were sunrise photographs, a quotation about teamwork and a picture of the office dog. Then the busy season came, the account went quiet, and the silence started to look like bad news.

There is a calmer way to do this, and it works better. Post less. Spend the time you save on answering.

## Why the answer is worth more than the post

A post goes out to people who were not thinking about you. A question arrives from somebody who is. Do you have Saturday open? Does the patio take dogs? Can you match this paint? That person has a decision to make and usually a second tab open.

Answer within the hour and you are often the only one who did. Answer tomorrow and you are writing to someone who has already booked. No amount of posting makes up the difference.

So the first piece of work is not a content calendar. It is a list of every place a question can arrive, with the name of a role beside each one. Messages on two networks, comments, the map profile, the contact form, the phone. If one of them has nobody beside it, switch that one off. A closed door is more polite than an unanswered one.

## Prepare the twenty answers

Scroll back through a season of questions. In most businesses, about twenty of them make up nearly everything. Write those answers once, carefully, in your own voice, with the real prices and the real hours.

- Keep each one under three sentences, and end with the next step.
- Say what you do not do. It saves both sides a long afternoon.
- Put a date on any answer that expires, such as summer hours.

With the twenty in hand, a person can reply from a phone in a minute. An assistant can reply at eleven at night, say that it is an assistant, and pass anything unusual to a person by morning. Either way, the customer sees one voice.

## Then post once a week, on purpose

One useful post beats seven pleasant ones. Four kinds are worth the effort, so take them in turn and you have a month.

1. A finished job, with one sentence about what was difficult.

2. An answer to a question you were asked this week. If one person asked, thirty wondered.

3. Something about the place. The bridge schedule, the low road that floods on a full moon tide, the weekend when parking is hopeless. Neighbors share what helps neighbors.

4. A plain offer, with a date. You are allowed to sell things. Just not every day.

Take the photographs on one day, write the four posts in one sitting, and set them to go out. If a storm turns toward the coast, stop the schedule first. A cheerful post about patio furniture during an evacuation will be remembered longer than anything else you publish.

## Count replies, not followers

At the end of each month, write down three numbers: how many questions came in, how long the first answer took, and how many turned into a booking or a visit. Followers can go on a second page, for the curious.

If answers get faster and bookings rise, you have found your rhythm. If they do not, change the twenty answers before you change the network. The trouble is rarely that too few people saw you. It is usually that somebody knocked, and nobody came to the door.`,
  },
  {
    title: 'Small models for small harbors',
    slug: 'technology-trends-small-models-for-small-harbors',
    excerpt:
      'You may not need the largest model. You need the one you can afford to leave running, and can check.',
    metaDescription:
      'How a small business should choose an AI model: match it to the job, test it on your own questions, and plan for the day it changes.',
    featuredImage: '/covers/technology-trends-small-models-for-small-harbors.svg',
    daysAgo: 93,
    content: `Every few months a new language model arrives with a chart that rises to the right. It writes better poems, passes harder exams and costs whatever it costs. The owner of a dental office in Leland reads about it over coffee and wonders whether last year's assistant is now out of date.

Probably not. A container ship is a better ship than a skiff by almost every measure, and it cannot get up Bradley Creek. The useful question is which boat fits the water you actually have.

## What the work really asks for

Look at what a business assistant does all day. It reads an email and decides which of eight folders it belongs in. It finds the right paragraph in your own price list. It turns a voicemail into three lines with a phone number. It drafts a polite reply that a person will glance at.

None of this needs the largest model. It needs one that follows instructions every time, answers in a second or two, and costs little enough that nobody hesitates to use it. Smaller models have become good at exactly this kind of work, and many of them can run where your data already is.

Save the large model for the rare question: a long contract to compare, a year of reviews to summarize, a plan to argue with. Used that way, a few times a week, even an expensive one costs very little.

## Test it on your own water

Public test scores tell you how a model does on other people's questions. Make your own test instead. It takes an afternoon.

1. Collect fifty real requests from the past month and remove names and numbers. Include the strange ones and the rude ones.

2. Write down the answer you would accept for each. Not a perfect answer, just an acceptable one.

3. Run each model you are considering through all fifty, with the same instructions and the same documents.

4. Have the person who does this job today mark the results, without knowing which model wrote which.

Keep the fifty. They are now the most valuable part of your setup. When the next model arrives with its chart, you run the same test before lunch, and the answer is a number instead of a feeling.

## Four questions for any vendor

- Where do our words go, how long are they kept, and are they used to train anything?
- What happens when the model is retired? It will be. You want a date and a way to test the replacement.
- Can we see what the answer was based on? An assistant that cannot show its source should not quote your prices.
- What does the worst month cost? Ask for a ceiling you can set yourself.

A vendor with good answers will be glad you asked. One who tells you not to worry has told you something too.

## Plan for the swap

The safest design assumes that the model will change. Your instructions, your documents and your fifty questions belong to you and stay put. The model is a part that slots in behind them, like an outboard. When a quieter one comes along, you unbolt the old one.

The other half of the design is the moment when the assistant is unsure. It should say so, keep the whole conversation, and pass it to a person who can see what was already said. Customers forgive a machine for not knowing. They do not forgive being asked to start over.

So read the announcements if you enjoy them. Then look at your own fifty, your own costs and your own front desk. If the small boat still gets everyone home before dark, it is the right boat.`,
  },
  {
    title: 'What the phone knows after six o’clock',
    slug: 'ai-automation-what-the-phone-knows-after-six-oclock',
    excerpt:
      'Much of a service business happens while the office is closed. A night assistant should do five things, and refuse the rest.',
    metaDescription:
      'What an after-hours assistant should do for a local service business: five duties, clear limits, and a morning list a person can act on.',
    featuredImage: '/covers/ai-automation-what-the-phone-knows-after-six-oclock.svg',
    daysAgo: 118,
    content: `The office closes at six. The refrigerator in Hampstead stops at seven. The bride's mother has time to think about tents at nine thirty, and the man with the leaking skylight in Southport notices it at two in the morning, when the rain comes sideways. Your customers keep their own hours, and a lot of those hours are outside yours.

Voicemail was the old answer. People no longer leave one. They hang up and try the next name on the list. A night assistant is a better answer, if you are strict about what it is for.

## Five duties

A good one does five things. Each is small, and together they save the customer.

- It answers at once and says that it is an assistant. Nobody likes to find that out later.
- It asks the two or three questions your own staff would ask first. What happened, where, and how can we reach you?
- It gives facts from your own documents: hours, service area, what to do until somebody comes, what a visit involves.
- It offers a real opening in the calendar and holds it.
- It tells a true emergency from a worry, by rules you wrote, and wakes the person on call for the first kind only.

That is all. It does not quote a price you have not published. It does not promise that the part is in stock. It does not argue, and it does not guess.

## Write the refusals first

When we set one of these up, we write the list of refusals before the list of answers. It is quicker than it sounds, because your staff already know it by heart.

1. List the questions you would never let a new hire answer alone in the first week.

2. For each one, write the sentence you want said instead. "A technician will call you about the price before eight tomorrow" is a complete and honest answer.

3. Add the words that should wake somebody. Gas, smoke, water near a panel, a person hurt. Keep the list short, so that the phone on the nightstand stays believed.

Then try to break it. Have your most stubborn employee call it at home and insist on a discount. Have someone describe the problem badly, in a hurry, with a dog barking. Fix what fails and call again.

## The morning list

The real product of the night is what is waiting at eight. Not a transcript of every call, which nobody will read, but a list in the order a person should act on it. Each line holds a name, a number, one sentence, and what was promised. The full conversation sits one click behind it.

If the list is good, your first hour changes. Instead of playing back messages, you are calling people who already know you, about things already written down. The tone of those calls is different. They feel looked after, and they are.

## Leave a way to reach a person

Always say how to get a human being, and mean it. Some callers will not talk to a machine, and they are entitled to that. A plain line such as "Leave your number and a person will call when we open at nine" costs you nothing, and it keeps the ones who would have hung up.

Ask permission before you text anyone, keep a record of the answer, and stop the moment they say stop. That is the rule for texting, and it is also simply good manners.

After a month, read twenty conversations at random, start to finish, with coffee. You will find three things to fix, and at least one customer you would have lost. That one usually pays for the coffee.`,
  },
  {
    title: 'How to brief us on one page',
    slug: 'how-to-brief-us-on-one-page',
    excerpt:
      'A good brief fits on one sheet and takes an evening. Six questions, and two things you can leave out.',
    metaDescription:
      'A one-page project brief for a website or business application: six questions to answer, what to leave out, and how it is used.',
    featuredImage: '/covers/how-to-brief-us-on-one-page.svg',
    daysAgo: 140,
    content: `People apologize for their briefs. They arrive with a folder, or with nothing, and either way the first sentence is "sorry, this is a bit of a mess." It never needs to be more than one page. Here is the page.

Answer six questions in plain sentences. Do it on a quiet evening, by hand if you like. If a question makes you uncomfortable, write that down too. Discomfort is usually where the project is.

## The six questions

1. What happened that made you look for help now? Not in general. This month. A competitor's new site, a lost bid, a manager who is retiring, a week of answering the same email.

2. Who should find you, call you or use this? Describe one real person, without the name. Age, town, what they typed or tapped, and what they were doing five minutes earlier.

3. What should that person do? One action. Call, book, order, sign in, send the form. If there are three, number them.

4. What do you have already? Domain, logo, photographs, a list of customers, a system nobody dares to touch. Say who has the passwords.

5. What would make this a success a year from now? Use a number if you have one and a scene if you do not. "I take Fridays off in October" is a perfectly good measure.

6. What must not change? A phone number on forty trucks. The color of the sign. The way a certain customer likes to be greeted. Every business has something. Better that we know on the first day.

That is the whole brief. If it spills onto a second page, the second page is probably a wish list. Bring it along, and keep it apart.

## What to leave out

Leave out the solution, unless you are sure of it. "We need an app" is a solution. "Crews cannot see tomorrow's jobs without calling the office" is a problem, and a problem leaves room for something cheaper. Sometimes the answer is an app. Sometimes it is a text message at five in the afternoon.

Leave out the sites you admire, at least for the first meeting. They tell us about taste, which matters, but later. Your own counter tells us more. If you can, let the first conversation happen where the work is done.

## Say the budget out loud

Owners hesitate to name a figure, in case it becomes the price. We understand. But a range turns a long conversation into a short one. It tells us whether to think about a skiff or a schooner, and it lets us say early that a smaller thing would do.

If you truly do not know, name the cost of doing nothing. The hours each week, the calls that go unanswered, the jobs quoted too late. That number is often clearer than any budget, and it is the one to beat.

## What we do with the page

We read it before we meet, and we read it back to you in our own words. You correct us. That conversation is free, and it ends one of three ways: a proposal you can decide on, a smaller first step, or an honest "you do not need us for this."

Then the page goes on the wall. When somebody suggests a clever extra in week two, and somebody always does, we look at the wall and ask which of the six answers it serves. If the answer is none, it waits.

At the end we take the page down and go through it with you, line by line. It is the shortest report you will ever get from an agency. It is also the only one that was written by you.`,
  },
]
