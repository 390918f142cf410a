# cmake -DNPM=... -DFOLDER=... -DSTAMP=... -P: installs the packages that FOLDER/package-lock.json names, unless they
# are already installed: npm writes node_modules/.package-lock.json last. A link in place of node_modules is not
# changed, because its target may belong to somebody else.
set(installed ${FOLDER}/node_modules/.package-lock.json)
if(NOT IS_SYMLINK ${FOLDER}/node_modules
   AND (NOT EXISTS ${installed} OR ${FOLDER}/package-lock.json IS_NEWER_THAN ${installed}))
  execute_process(COMMAND ${NPM} ci --no-audit --no-fund --loglevel=error WORKING_DIRECTORY ${FOLDER}
                  RESULT_VARIABLE failure)
  if(failure)
    message(FATAL_ERROR "npm ci failed in ${FOLDER}: the page needs its packages (package-lock.json)")
  endif()
endif()
file(TOUCH ${STAMP})
