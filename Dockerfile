# Debian, because the native core of the Temporal SDK requires glibc.
ARG NODE_IMAGE=node:22.23.3-bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# without scripts, because `prepare` would build before the sources are copied
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts
COPY tsconfig.json tsconfig.build.json ./
COPY bin bin
COPY build build
COPY src src
COPY activities activities
COPY workflows workflows
RUN npm run build
# the native core ships binaries for five platforms and its sources; only one binary is needed
RUN npm prune --omit=dev --ignore-scripts \
  && cd node_modules/@temporalio/core-bridge \
  && find releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -r {} + \
  && test -f "releases/$(uname -m)-unknown-linux-gnu/index.node" \
  && rm -r sdk-core

FROM ${NODE_IMAGE}
# the native core reads the system's certificates, which slim images lack
RUN apt-get update \
  && apt-get install -y --no-install-recommends ca-certificates \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/bin bin
COPY --from=build /app/dist dist
# three quarters of a 1 GiB container
ENV NODE_ENV=production NODE_OPTIONS=--max-old-space-size=768
# root owns the code, so that a process cannot change it; the process can write to /data only
USER node
ENTRYPOINT ["node", "bin/oware.js"]
CMD ["--help"]
