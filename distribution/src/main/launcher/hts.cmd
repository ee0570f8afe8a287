@echo off
rem hts-rl's launcher for Windows: sets the JVM's flags and the class path, runs the command line. See hts --help.
rem   JAVA_HOME        the Java to use, 17 or newer (default: that of the java on the PATH)
rem   HTS_JAVA_OPTS    more JVM flags, such as -Xmx4g (the default heap is at most 65 %% of the machine's memory)
rem   HTS_CLASS_PATH   more jars or folders, such as those of your own environments
rem The class path is lib and every folder in plugins; with nodes (hts node, --nodes, --local-nodes) also the folder cluster,
rem with --backend nd4j the folder nd4j.
setlocal
set "HTS_HOME=%~dp0.."
set "HTS_JAVA=java"
if defined JAVA_HOME set "HTS_JAVA=%JAVA_HOME%\bin\java"
rem no block in parentheses: a path such as that of "Program Files (x86)" would end it
if defined JAVA_HOME if not exist "%JAVA_HOME%\bin\java.exe" goto wrong_home

set "HTS_MAJOR="
for /f "tokens=3" %%v in ('call "%HTS_JAVA%" -version 2^>^&1 ^| findstr version') do if not defined HTS_MAJOR set "HTS_MAJOR=%%~v"
for /f "delims=.-+" %%v in ("%HTS_MAJOR%") do set "HTS_MAJOR=%%v"
if not defined HTS_MAJOR (
  echo error: no java found; install a JDK, 17 or newer, or set JAVA_HOME>&2
  exit /b 2
)
if %HTS_MAJOR% LSS 17 (
  echo error: Java %HTS_MAJOR% is too old; hts-rl needs 17 or newer: set JAVA_HOME>&2
  exit /b 2
)

rem the program loads the JDK's vector module by that export: --add-modules would print a warning at every start
set "HTS_FLAGS=--add-exports java.base/jdk.internal.module=ALL-UNNAMED"
set "HTS_FLAGS=%HTS_FLAGS% -XX:-UsePerfData -Djava.awt.headless=true -XX:MaxRAMPercentage=65 -XX:ObjectAlignmentInBytes=64"
set "HTS_FLAGS=%HTS_FLAGS% -XX:CompileCommand=quiet -XX:CompileCommand=CompileThresholdScaling,io.htsrl.policies.kernel.*::*,0.1"
if %HTS_MAJOR% GEQ 22 set "HTS_FLAGS=%HTS_FLAGS% --enable-native-access=ALL-UNNAMED"
if %HTS_MAJOR% GEQ 23 set "HTS_FLAGS=%HTS_FLAGS% --sun-misc-unsafe-memory-access=allow"
set "HTS_FLAGS=%HTS_FLAGS% -Dhts.tty=false -Dhts.command=hts"
rem nothing is allocated while a run goes on: the simplest collector starts quickest, and leaves memories the most room
set "HTS_COLLECTOR="
if defined HTS_JAVA_OPTS for /f "delims=" %%v in ('set HTS_JAVA_OPTS^| findstr /r "XX:+Use[A-Za-z0-9]*GC"') do set "HTS_COLLECTOR=given"
if not defined HTS_COLLECTOR set "HTS_FLAGS=%HTS_FLAGS% -XX:+UseSerialGC -XX:MaxNewSize=64m"

set "HTS_PATH=%HTS_HOME%\lib\*"
for /d %%d in ("%HTS_HOME%\plugins\*") do call set "HTS_PATH=%%HTS_PATH%%;%%d\*"
set "HTS_NODES="
if "%~1"=="node" set "HTS_NODES=1"
for %%a in (%*) do if "%%~a"=="--nodes" set "HTS_NODES=1"
for %%a in (%*) do if "%%~a"=="--local-nodes" set "HTS_NODES=1"
for %%a in (%*) do if "%%~a"=="--local_nodes" set "HTS_NODES=1"
for %%a in (%*) do if "%%~a"=="--join" set "HTS_NODES=1"
if defined HTS_NODES if not exist "%HTS_HOME%\cluster" goto no_cluster
if defined HTS_NODES set "HTS_PATH=%HTS_PATH%;%HTS_HOME%\cluster\*"
set "HTS_ND4J="
set "HTS_LAST="
set "HTS_COMMAND=%~1"
for %%a in (%*) do call :nd4j "%%~a"
if defined HTS_ND4J set "HTS_PATH=%HTS_PATH%;%HTS_HOME%\nd4j\*"
if defined HTS_CLASS_PATH set "HTS_PATH=%HTS_PATH%;%HTS_CLASS_PATH%"
rem a backslash at the end would quote the quotation mark behind it
if "%HTS_PATH:~-1%"=="\" set "HTS_PATH=%HTS_PATH:~0,-1%"
if not defined OMP_NUM_THREADS set "OMP_NUM_THREADS=1"
if not defined OPENBLAS_NUM_THREADS set "OPENBLAS_NUM_THREADS=1"

"%HTS_JAVA%" %HTS_FLAGS% %HTS_JAVA_OPTS% -cp "%HTS_PATH%" io.htsrl.cli.Hts %*
exit /b %ERRORLEVEL%

rem whether this run computes on ND4J, which others do not load: by a flag, its file or its folder
:nd4j
if /i "%HTS_LAST% %~1"=="--backend nd4j" set "HTS_ND4J=1"
if "%HTS_LAST%"=="--config" call :names_nd4j "%~1"
if "%HTS_LAST%"=="--config" call :names_nd4j "%~1\config.yaml"
for %%c in (resume reproduce fork relive) do if "%HTS_COMMAND%"=="%%c" call :names_nd4j "%~1\config.yaml"
set "HTS_LAST=%~1"
exit /b 0

rem whether the settings of a file name that backend
:names_nd4j
if not exist "%~1" exit /b 0
if exist "%~1\" exit /b 0
findstr /i /r /c:"^backend:.*nd4j" "%~1" >nul && set "HTS_ND4J=1"
exit /b 0

:wrong_home
echo error: JAVA_HOME is "%JAVA_HOME%", which holds no bin\java.exe; set it to a JDK, 17 or newer>&2
exit /b 2

:no_cluster
echo error: "%HTS_HOME%" has no folder cluster, which nodes need; use hts-rl-VERSION.zip (the wheel has none)>&2
exit /b 2
