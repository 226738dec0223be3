# The server in one image: `docker build -t tidewright .`, then see docs/operations.md.

FROM node:24-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# Not `npm ci`: docs/decisions/003-installation-and-commands.md.
# The image has its own Node.js, so the pinned one is removed.
RUN npm install --no-save --omit=dev --loglevel=error && rm -rf node_modules/node-linux-*

FROM packages AS build
RUN npm install --no-save --loglevel=error
COPY . .
RUN node_modules/.bin/react-router build

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/compiled
# Keeps memory low, see scripts/memory.mjs.
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=65536
# The commands run through `npm run`, without update notices in an image.
ENV NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_LOGS_MAX=0
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json server.ts site.config.ts business-hours.ts ./
COPY db db
COPY platform platform
COPY server server
COPY features features
COPY web web
COPY scripts scripts
RUN mkdir -m 0700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
CMD ["node", "--max-semi-space-size=4", "server.ts"]
